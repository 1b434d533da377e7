import { createOutgoingWebhook } from './create-outgoing-webhook.ts'
import { deleteOutgoingWebhook } from './delete-outgoing-webhook.ts'
import { getOutgoingWebhook } from './get-outgoing-webhook.ts'
import { getWebhookDelivery } from './get-webhook-delivery.ts'
import { listOutgoingWebhooks } from './list-outgoing-webhooks.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { redeliverWebhook } from './redeliver-webhook.ts'
import { replayWebhook } from './replay-webhook.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { testOutgoingWebhook } from './test-outgoing-webhook.ts'
import { updateOutgoingWebhook } from './update-outgoing-webhook.ts'

export const outgoingWebhookRoutes = [
  listOutgoingWebhooks,
  createOutgoingWebhook,
  getOutgoingWebhook,
  updateOutgoingWebhook,
  deleteOutgoingWebhook,
  rotateWebhookSecret,
  testOutgoingWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhook,
  replayWebhook,
]
