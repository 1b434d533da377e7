import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'
import { campaignStates, pauseReasons } from './voice-campaigns.ts'

/** The events of outgoing webhooks, with their descriptions on screen. */
export const webhookEvents = {
  'application.created': /*i18n*/ 'An application was created or imported',
  'application.updated': /*i18n*/ 'An application was updated: owner, source, tags, callback or candidate',
  'application.moved': /*i18n*/ 'An application moved to another status',
  'application.closed': /*i18n*/ 'An application was closed, with its outcome',
  'application.reopened': /*i18n*/ 'A closed application was reopened',
  'application.deleted': /*i18n*/ 'An application was deleted',
  'application.restored': /*i18n*/ 'A deleted application was restored',
  'candidate.created': /*i18n*/ 'A candidate was added',
  'candidate.updated': /*i18n*/ 'A candidate was updated',
  'candidate.deleted': /*i18n*/ 'A candidate was deleted or merged into another',
  'candidate.restored': /*i18n*/ 'A deleted candidate was restored',
  'candidate.erased': /*i18n*/ 'A candidate was erased permanently',
  'position.created': /*i18n*/ 'A position was created',
  'position.updated': /*i18n*/ 'A position was updated',
  'position.deleted': /*i18n*/ 'A position was deleted',
  'position.restored': /*i18n*/ 'A deleted position was restored',
  'company.created': /*i18n*/ 'A company was added',
  'company.updated': /*i18n*/ 'A company was updated',
  'company.deleted': /*i18n*/ 'A company was deleted',
  'company.restored': /*i18n*/ 'A deleted company was restored',
  'call.created': /*i18n*/ 'A call was placed, received or logged',
  'call.updated': /*i18n*/ 'A call was updated',
  'call.ended': /*i18n*/ 'A call ended',
  'call.deleted': /*i18n*/ 'A call was deleted',
  'queue.created': /*i18n*/ 'A call queue was created',
  'queue.updated': /*i18n*/ 'A call queue was updated',
  'queue.deleted': /*i18n*/ 'A call queue was deleted',
  'queue.restored': /*i18n*/ 'A deleted call queue was restored',
  'campaign.created': /*i18n*/ 'A voice campaign was created',
  'campaign.updated': /*i18n*/ 'A voice campaign was updated: name, queue, agent or limits',
  'campaign.started': /*i18n*/ 'A voice campaign was started',
  'campaign.paused': /*i18n*/ 'A voice campaign was paused, by a user or by itself',
  'campaign.resumed': /*i18n*/ 'A paused voice campaign was resumed',
  'campaign.ended': /*i18n*/ 'A voice campaign was ended',
  'campaign.deleted': /*i18n*/ 'A voice campaign was deleted',
  'campaign.restored': /*i18n*/ 'A deleted voice campaign was restored',
  'comment.created': /*i18n*/ 'A comment was added',
  'comment.updated': /*i18n*/ 'A comment was edited or restored',
  'comment.deleted': /*i18n*/ 'A comment was deleted',
  'import.started': /*i18n*/ 'An import was started',
  'import.finished': /*i18n*/ 'An import was completed, failed or canceled',
  'import.undone': /*i18n*/ 'An import was undone',
  'user.created': /*i18n*/ 'A user joined',
  'user.updated': /*i18n*/ 'A user was updated',
  'user.deleted': /*i18n*/ 'A user was deleted',
  'user.restored': /*i18n*/ 'A deleted user was restored',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventKeys = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

const webhookUrl = text(2000, 1).pipe(
  z.url({ protocol: /^https?$/, error: /*i18n*/ 'Enter a URL, such as https://example.com' }),
)

/** A URL that receives events as they happen. */
export const outgoingWebhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEventKeys)),
  active: z.boolean(),
  pausedBecause: z
    .enum(['gone', 'failing', 'port_not_allowed', 'not_https'])
    .nullable()
    .describe(
      'Why it was paused by itself: it answered 410, nothing got through for a long time, or the installation sends to no such port or address',
    ),
  failingSince: timestamp.nullable(),
  createdBy: userRef,
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
})

export const deliveryStates = ['pending', 'delivered', 'failed'] as const

/** One message to one webhook. */
export const webhookDelivery = z.object({
  id,
  event: z.string(),
  state: z.enum(deliveryStates),
  applicationId: id.nullable(),
  callId: id.nullable(),
  subject: z
    .object({ kind: z.string(), id })
    .nullable()
    .describe("What the message is about, if it is not an application's history or a call's end"),
  attempts: z.int(),
  nextAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  endedAt: timestamp.nullable(),
  last: z
    .object({
      at: timestamp,
      durationMs: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
})

export const listOutgoingWebhooks = endpoint({
  name: 'listOutgoingWebhooks',
  tag: 'Outgoing webhooks',
  summary: 'List outgoing webhooks',
  description: "Returns the workspace's webhooks.",
  method: 'GET',
  path: '/webhooks/outgoing/',
  permission: 'integrations:manage',
  query: pageQuery(['createdAt', '-createdAt']),
  response: page(outgoingWebhook),
})

export const createOutgoingWebhook = endpoint({
  name: 'createOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Add an outgoing webhook',
  description:
    'Adds a webhook. `secret`, with which the receiver verifies messages, is returned only this once. ' +
    'VALIDATION for a URL that is not https or is in a private network. CONFLICT if there are 20 already.',
  method: 'POST',
  path: '/webhooks/outgoing/',
  permission: 'integrations:manage',
  body: z.object({
    url: webhookUrl,
    events: z
      .array(z.enum(webhookEventKeys))
      .min(1, /*i18n*/ 'Choose at least one event')
      .max(webhookEventKeys.length),
    active: z.boolean().default(true),
  }),
  showsSecret: true,
  response: outgoingWebhook.extend({ secret: z.string() }),
  status: 201,
  errors: ['CONFLICT'],
})

export const getOutgoingWebhook = endpoint({
  name: 'getOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Get an outgoing webhook',
  method: 'GET',
  path: '/webhooks/outgoing/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  response: outgoingWebhook,
})

export const updateOutgoingWebhook = endpoint({
  name: 'updateOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Change an outgoing webhook',
  description: 'Changes, pauses or resumes a webhook. A paused webhook collects no messages.',
  method: 'PATCH',
  alsoPut: true,
  path: '/webhooks/outgoing/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  body: z.object({
    url: webhookUrl.optional(),
    events: z
      .array(z.enum(webhookEventKeys))
      .min(1, /*i18n*/ 'Choose at least one event')
      .max(webhookEventKeys.length)
      .optional(),
    active: z.boolean().optional(),
    version: version.optional(),
  }),
  response: outgoingWebhook,
  errors: ['CONFLICT'],
})

export const deleteOutgoingWebhook = endpoint({
  name: 'deleteOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Delete an outgoing webhook',
  description: 'Deletes a webhook with the log of its deliveries.',
  method: 'DELETE',
  path: '/webhooks/outgoing/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  status: 204,
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  tag: 'Outgoing webhooks',
  summary: 'Rotate the secret of an outgoing webhook',
  description: 'Creates a new secret, returned only this once. The old one stops working at once.',
  method: 'POST',
  path: '/webhooks/outgoing/{id}/rotate-secret/',
  permission: 'integrations:manage',
  params: idParams,
  showsSecret: true,
  response: z.object({ secret: z.string() }),
})

export const testOutgoingWebhook = endpoint({
  name: 'testOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Send a test event',
  description: 'Queues a message of the event `webhook.test`, also to a paused webhook.',
  method: 'POST',
  path: '/webhooks/outgoing/{id}/test/',
  permission: 'integrations:manage',
  params: idParams,
  response: webhookDelivery,
  status: 202,
})

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  tag: 'Outgoing webhooks',
  summary: 'List the deliveries of an outgoing webhook',
  description: 'Returns what was sent, newest first. Deliveries are kept for 30 days.',
  method: 'GET',
  path: '/webhooks/outgoing/{id}/deliveries/',
  permission: 'integrations:manage',
  params: idParams,
  query: pageQuery(['-createdAt']).extend({ state: z.enum(deliveryStates).optional() }),
  response: page(webhookDelivery),
})

export const getWebhookDelivery = endpoint({
  name: 'getWebhookDelivery',
  tag: 'Outgoing webhooks',
  summary: 'Get a delivery of an outgoing webhook',
  description: 'Returns a delivery with its message and every answer.',
  method: 'GET',
  path: '/webhooks/outgoing/{id}/deliveries/{deliveryId}/',
  permission: 'integrations:manage',
  params: idParams.extend({ deliveryId: id }),
  response: webhookDelivery.extend({
    payload: z.string().nullable().describe('The body as it was sent; null before the first attempt'),
    answers: z.array(
      z.object({
        number: z.int(),
        at: timestamp,
        durationMs: z.int(),
        status: z.int().nullable(),
        answer: z.string().nullable().describe('Its first kilobyte'),
        error: z.string().nullable(),
      }),
    ),
  }),
})

export const redeliverWebhook = endpoint({
  name: 'redeliverWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Send a delivery again',
  description: 'Sends a delivery again, with the same ID.',
  method: 'POST',
  path: '/webhooks/outgoing/{id}/deliveries/{deliveryId}/redeliver/',
  permission: 'integrations:manage',
  params: idParams.extend({ deliveryId: id }),
  response: webhookDelivery,
  status: 202,
})

export const replayWebhook = endpoint({
  name: 'replayWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Send the deliveries of a time window again',
  description:
    'Sends all messages of a time window again, with the same IDs: those created from `from` until before ' +
    '`to` (now unless given). `state: failed` leaves out what was delivered. Messages are kept for 30 days.',
  method: 'POST',
  path: '/webhooks/outgoing/{id}/replay/',
  permission: 'integrations:manage',
  params: idParams,
  body: z
    .object({
      from: timestamp,
      to: timestamp.optional(),
      events: z.array(z.enum(webhookEventKeys)).min(1).max(webhookEventKeys.length).optional(),
      state: z.enum(['delivered', 'failed']).optional(),
    })
    .refine(({ from, to }) => !to || new Date(from) < new Date(to), {
      path: ['to'],
      message: /*i18n*/ 'The end must be after the start',
    }),
  response: z.object({ queued: z.int() }),
  status: 202,
})

const stage = z.object({ id, name: z.string(), type: z.enum(statusTypeKeys) })
const named = z.object({ id, name: z.string() })

const applicationSubject = z.object({
  id,
  candidate: named,
  position: named,
  company: named,
  status: stage,
  ownerId: id.nullable(),
  source: z.string().nullable(),
  disposition: z.string().nullable(),
  closedAt: timestamp.nullable(),
})

/** The `data` of messages that carry the application, beside `workspaceId`. */
const applicationHistory = z.object({
  application: applicationSubject,
  from: stage.nullable(),
  to: stage.nullable(),
  disposition: z.string().nullable(),
  reason: z.string().nullable(),
  undone: z.boolean().describe('This reverted a move'),
  by: z.object({ kind: z.enum(['user', 'agent', 'system']), id: id.nullable() }),
})

const endedCall = z.object({
  call: z.object({
    id,
    applicationId: id.nullable(),
    candidateId: id.nullable(),
    agent: named.nullable(),
    direction: z.string(),
    lifecycle: z.string(),
    endReason: z.string().nullable(),
    outcome: z.string().nullable(),
    startedAt: timestamp,
    durationSeconds: z.int().nullable().describe('From answer to end'),
  }),
})

const withApplication: readonly WebhookEvent[] = [
  'application.created',
  'application.moved',
  'application.closed',
]

const withCampaign: readonly WebhookEvent[] = [
  'campaign.started',
  'campaign.paused',
  'campaign.resumed',
  'campaign.ended',
]

const campaignState = z.object({
  campaign: z
    .object({
      id,
      name: z.string(),
      state: z.enum(campaignStates).describe('The state that it entered'),
      pauseReason: z
        .enum(pauseReasons)
        .nullable()
        .describe('`user`, or why it was paused by itself; null for events other than `campaign.paused`'),
      queue: named.nullable().describe('Whose people it calls; null once it is deleted'),
      agent: named.describe('The voice agent that calls'),
    })
    .describe('The voice campaign'),
})

function dataOf(event: WebhookEvent) {
  if (withApplication.includes(event)) return applicationHistory
  if (event === 'call.ended') return endedCall
  if (withCampaign.includes(event)) return campaignState
  const subject = event.split('.')[0]!
  return z.object({ [subject]: z.object({ id }).describe('Read the rest from the API') })
}

/** Returns the schema of the messages of an event. */
export function webhookMessage(event: WebhookEvent) {
  return z.object({
    type: z.literal(event),
    timestamp: timestamp.describe('When it happened'),
    data: dataOf(event).extend({ workspaceId: id }),
  })
}
