import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DispositionKind, Party } from '@muster/contract/dispositions.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'

/** The labels of the contract's enums, rendered with `t(statusTypeLabels[type])`. */
export const statusTypeLabels: Record<StatusType, MessageDescriptor> = {
  lead: msg`Lead`,
  contacted: msg`Contacted`,
  qualified: msg`Qualified`,
  submitted: msg`Submitted`,
  interview: msg`Interview`,
  offer: msg`Offer`,
  hired: msg`Hired`,
  closed: msg`Closed`,
}

export const statusTypeExplanations: Record<StatusType, MessageDescriptor> = {
  lead: msg`New, not contacted yet`,
  contacted: msg`Contact attempted or made`,
  qualified: msg`Fits the position`,
  submitted: msg`Sent to the company, awaiting feedback`,
  interview: msg`Interviewing with the company`,
  offer: msg`Offer made`,
  hired: msg`Hired for the position`,
  closed: msg`Ended without a hire`,
}

export const dispositionLabels: Record<DispositionKind, MessageDescriptor> = {
  hired: msg`Hired`,
  rejected_by_us: msg`Rejected by us`,
  declined_by_company: msg`Declined by company`,
  withdrawn: msg`Withdrawn`,
  unreachable: msg`Unreachable`,
  position_closed: msg`Position closed`,
  duplicate: msg`Duplicate`,
  spam: msg`Spam`,
}

export const partyLabels: Record<Party, MessageDescriptor> = {
  us: msg`Us`,
  company: msg`Company`,
  candidate: msg`Candidate`,
}

export const roleNames: Record<Role, MessageDescriptor> = {
  superadmin: msg`Superadmin`,
  owner: msg({ message: 'Owner', context: 'role' }),
  admin: msg`Admin`,
  recruiter: msg`Recruiter`,
  coordinator: msg`Coordinator`,
  hiring_manager: msg`Hiring manager`,
  client_reviewer: msg`Client reviewer`,
  viewer: msg`Viewer`,
}
