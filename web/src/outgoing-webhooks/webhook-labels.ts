import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { listWebhookDeliveries, WebhookEvent } from '@muster/contract/outgoing-webhooks.ts'
import type { RowOf } from '../api/query.ts'

export const eventLabels: Record<WebhookEvent, MessageDescriptor> = {
  'application.created': msg`An application was created or imported`,
  'application.updated': msg`An application was updated: owner, source, tags, callback or candidate`,
  'application.moved': msg`An application moved to another status`,
  'application.closed': msg`An application was closed, with its outcome`,
  'application.reopened': msg`A closed application was reopened`,
  'application.deleted': msg`An application was deleted`,
  'application.restored': msg`A deleted application was restored`,
  'candidate.created': msg`A candidate was added`,
  'candidate.updated': msg`A candidate was updated`,
  'candidate.deleted': msg`A candidate was deleted or merged into another`,
  'candidate.restored': msg`A deleted candidate was restored`,
  'candidate.erased': msg`A candidate was erased permanently`,
  'position.created': msg`A position was created`,
  'position.updated': msg`A position was updated`,
  'position.deleted': msg`A position was deleted`,
  'position.restored': msg`A deleted position was restored`,
  'company.created': msg`A company was added`,
  'company.updated': msg`A company was updated`,
  'company.deleted': msg`A company was deleted`,
  'company.restored': msg`A deleted company was restored`,
  'call.created': msg`A call was placed, received or logged`,
  'call.updated': msg`A call was updated`,
  'call.ended': msg`A call ended`,
  'call.deleted': msg`A call was deleted`,
  'queue.created': msg`A call queue was created`,
  'queue.updated': msg`A call queue was updated`,
  'queue.deleted': msg`A call queue was deleted`,
  'queue.restored': msg`A deleted call queue was restored`,
  'campaign.created': msg`A voice campaign was created`,
  'campaign.updated': msg`A voice campaign was updated: name, queue, agent or limits`,
  'campaign.started': msg`A voice campaign was started`,
  'campaign.paused': msg`A voice campaign was paused, by a user or by itself`,
  'campaign.resumed': msg`A paused voice campaign was resumed`,
  'campaign.ended': msg`A voice campaign was ended`,
  'campaign.deleted': msg`A voice campaign was deleted`,
  'campaign.restored': msg`A deleted voice campaign was restored`,
  'comment.created': msg`A comment was added`,
  'comment.updated': msg`A comment was edited or restored`,
  'comment.deleted': msg`A comment was deleted`,
  'import.started': msg`An import was started`,
  'import.finished': msg`An import was completed, failed or canceled`,
  'import.undone': msg`An import was undone`,
  'user.created': msg`A user joined`,
  'user.updated': msg`A user was updated`,
  'user.deleted': msg`A user was deleted`,
  'user.restored': msg`A deleted user was restored`,
}

type EventKind = WebhookEvent extends `${infer Kind}.${string}` ? Kind : never

/** The headings of the events in a form, by what begins their names, in this order. */
export const eventGroups: Record<EventKind, MessageDescriptor> = {
  application: msg`Applications`,
  candidate: msg`Candidates`,
  position: msg`Positions`,
  company: msg`Companies`,
  call: msg`Calls`,
  queue: msg`Call queues`,
  campaign: msg`Voice campaigns`,
  comment: msg`Comments`,
  import: msg`Imports`,
  user: msg`Users`,
}

type Delivery = RowOf<typeof listWebhookDeliveries>

export const deliveryStates: Record<Delivery['state'], MessageDescriptor> = {
  pending: msg({ message: 'Waiting', context: 'a message to be sent' }),
  delivered: msg`Delivered`,
  failed: msg({ message: 'Failed', context: 'a message that was not taken' }),
}

/** Describes the response, or why there was none. */
export function answerText({ status, error }: { status: number | null; error: string | null }): string {
  if (status !== null) return String(status)
  if (error === 'timeout') return t`no answer within 10 seconds`
  if (error === 'private_address') return t`not sent: the URL points to a private network`
  if (error === 'port_not_allowed') return t`not sent: this port is not allowed`
  if (error === 'not_https') return t`not sent: the URL is not https`
  return error ?? ''
}
