import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldSubject } from '../custom-field.ts'

/** The tabs, by what has the fields. */
export const subjectLabels: Record<FieldSubject, MessageDescriptor> = {
  candidate: msg`Candidates`,
  application: msg`Applications`,
  position: msg`Positions`,
  company: msg`Companies`,
  call: msg`Calls`,
}

export const subjectExamples: Record<FieldSubject, MessageDescriptor> = {
  candidate: msg`Details of a candidate across all applications: license class, certificate expiry, shirt size.`,
  application: msg`Details of one application: expected pay, shift, start date.`,
  position: msg`Details of a position: pay range, shift pattern, cost center.`,
  company: msg`Details of a company: contract number, payment terms, account manager.`,
  call: msg`Details of a call: language, reason for the call, follow-up.`,
}

/** The noun within "Add candidate field". */
export const addLabels: Record<FieldSubject, MessageDescriptor> = {
  candidate: msg`Add candidate field`,
  application: msg`Add application field`,
  position: msg`Add position field`,
  company: msg`Add company field`,
  call: msg`Add call field`,
}
