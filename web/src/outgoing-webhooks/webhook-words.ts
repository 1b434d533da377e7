import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { listWebhookDeliveries, WebhookEvent } from '@muster/contract/outgoing-webhooks.ts'
import type { RowOf } from '../api/query.ts'

export const eventWords: Record<WebhookEvent, MessageDescriptor> = {
  'application.created': msg`An application was created or imported`,
  'application.moved': msg`An application moved to another status`,
  'application.closed': msg`An application ended, with its disposition`,
  'call.ended': msg`A call ended`,
}

type Delivery = RowOf<typeof listWebhookDeliveries>

export const deliveryStates: Record<Delivery['state'], MessageDescriptor> = {
  pending: msg({ message: 'Waiting', context: 'a message to be sent' }),
  delivered: msg`Delivered`,
  failed: msg({ message: 'Failed', context: 'a message that was not taken' }),
}

/** What was answered, or why nothing was. */
export function answerText({ status, error }: { status: number | null; error: string | null }): string {
  if (status !== null) return String(status)
  if (error === 'timeout') return t`no answer within 10 seconds`
  if (error === 'private_address') return t`not sent: the address leads into a private network`
  if (error === 'port_not_allowed') return t`not sent: webhooks may not use this port`
  if (error === 'not_https') return t`not sent: the address is not https`
  return error ?? ''
}
