import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StatusType } from '@muster/contract/status-types.ts'

/** What reports do with a type, beyond what it means. */
export const typeReports: Record<StatusType, MessageDescriptor> = {
  lead: msg`Counted as new. Where new applications start.`,
  contacted: msg`Counted as reached out to.`,
  qualified: msg`Voice conversion counts who gets here or further after a conversation.`,
  submitted: msg`Counted as submitted. The company sees applications from here on.`,
  interview: msg`Counted as interviewing.`,
  offer: msg`Offer acceptance counts what becomes of those here.`,
  hired: msg`Fills an opening; time to hire and time to fill end here.`,
  closed: msg`Asks for a disposition. How far somebody came is kept.`,
}
