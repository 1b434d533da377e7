import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { handler } from '../http/handler.ts'
import { loadWebhook } from './present-webhook.ts'

export const getOutgoingWebhook = handler(contract.getOutgoingWebhook, ({ tx, actor, params }) =>
  loadWebhook(tx, actor, params.id),
)
