import type { ValidCalls } from './valid-call.ts'

/** API keys and outgoing webhooks. */
export const integrationCalls: ValidCalls = {
  listApiKeys: () => ({ query: { q: 'mark', state: 'active' } }),
  createApiKey: () => ({
    body: { name: 'A new key', permissions: ['applications:read'], expiresAt: '2999-01-01T00:00:00.000Z' },
  }),
  getApiKey: ({ ids }) => ({ params: { id: ids.apiKey! } }),
  updateApiKey: ({ ids }) => ({ params: { id: ids.apiKey! }, body: { name: 'Renamed' } }),
  revokeApiKey: ({ ids }) => ({ params: { id: ids.apiKey! } }),
  listOutgoingWebhooks: () => ({ query: { q: 'hooks' } }),
  createOutgoingWebhook: () => ({
    body: { url: 'https://new.example/hook', events: ['application.moved'], active: false },
  }),
  getOutgoingWebhook: ({ ids }) => ({ params: { id: ids.webhook! } }),
  updateOutgoingWebhook: ({ ids }) => ({
    params: { id: ids.webhook! },
    body: { events: ['application.closed'] },
  }),
  deleteOutgoingWebhook: ({ ids }) => ({ params: { id: ids.webhook! } }),
  rotateWebhookSecret: ({ ids }) => ({ params: { id: ids.webhook! } }),
  testOutgoingWebhook: ({ ids }) => ({ params: { id: ids.webhook! } }),
  listWebhookDeliveries: ({ ids }) => ({ params: { id: ids.webhook! }, query: { state: 'pending' } }),
  getWebhookDelivery: ({ ids }) => ({ params: { id: ids.webhook!, deliveryId: ids.delivery! } }),
  redeliverWebhook: ({ ids }) => ({ params: { id: ids.webhook!, deliveryId: ids.delivery! } }),
  replayWebhook: ({ ids }) => ({
    params: { id: ids.webhook! },
    body: { from: '2026-01-01T00:00:00Z', events: ['application.created'], state: 'failed' },
  }),
}
