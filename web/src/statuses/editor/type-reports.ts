import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StatusType } from '@muster/contract/status-types.ts'

/** How reports use each type, beyond its meaning. */
export const typeReports: Record<StatusType, MessageDescriptor> = {
  lead: msg`New applications start here. Reports count them as new.`,
  contacted: msg`Reports count these as contacted.`,
  qualified: msg`The conversion rate counts applications that reach this type or beyond after a conversation.`,
  submitted: msg`Reports count these as submitted. The company sees applications from here on.`,
  interview: msg`Reports count these as interviewing.`,
  offer: msg`Offer acceptance is measured from here.`,
  hired: msg`Fills an opening. Time to hire and time to fill end here.`,
  closed: msg`Requires an outcome. Reports keep the furthest status type reached.`,
}
