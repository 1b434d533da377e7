import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'

/** What a workspace tells other programs, with the sentence a person reads about it. */
export const webhookEvents = {
  'application.created': /*i18n*/ 'An application was created or imported',
  'application.moved': /*i18n*/ 'An application moved to another status',
  'application.closed': /*i18n*/ 'An application ended, with its disposition',
  'call.ended': /*i18n*/ 'A call ended',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventKeys = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

const webhookUrl = text(2000, 1).pipe(
  z.url({ protocol: /^https?$/, error: /*i18n*/ 'Not an address (https://…)' }),
)

/** An address that is told of events as they happen. */
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
  version: z.int(),
})

export const deliveryStates = ['pending', 'delivered', 'failed'] as const

/** One message to one webhook. */
export const webhookDelivery = z.object({
  id,
  event: z.string(),
  state: z.enum(deliveryStates),
  applicationId: id.nullable(),
  callId: id.nullable(),
  attempts: z.int(),
  nextAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
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

/** The webhooks of the workspace. */
export const listOutgoingWebhooks = endpoint({
  name: 'listOutgoingWebhooks',
  tag: 'Outgoing webhooks',
  summary: 'List outgoing webhooks',
  method: 'GET',
  path: '/webhooks/outgoing/',
  permission: 'integrations:manage',
  query: pageQuery(['createdAt', '-createdAt']),
  response: page(outgoingWebhook),
})

/**
 * Adds a webhook. `secret`, by which the receiver knows that a message is ours, is answered this once. VALIDATION for an
 * address that is not https or one of a private network; CONFLICT when there are 20 already.
 */
export const createOutgoingWebhook = endpoint({
  name: 'createOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Add an outgoing webhook',
  method: 'POST',
  path: '/webhooks/outgoing/',
  permission: 'integrations:manage',
  body: z.object({
    url: webhookUrl,
    events: z.array(z.enum(webhookEventKeys)).min(1, /*i18n*/ 'Choose at least one event').max(20),
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

/** Changes, pauses or resumes a webhook. While it is paused nothing is kept for it. */
export const updateOutgoingWebhook = endpoint({
  name: 'updateOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Change an outgoing webhook',
  method: 'PATCH',
  alsoPut: true,
  path: '/webhooks/outgoing/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  body: z.object({
    url: webhookUrl.optional(),
    events: z.array(z.enum(webhookEventKeys)).min(1, /*i18n*/ 'Choose at least one event').max(20).optional(),
    active: z.boolean().optional(),
    version: version.optional(),
  }),
  response: outgoingWebhook,
  errors: ['CONFLICT'],
})

/** Removes a webhook with the log of its deliveries. */
export const deleteOutgoingWebhook = endpoint({
  name: 'deleteOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Delete an outgoing webhook',
  method: 'DELETE',
  path: '/webhooks/outgoing/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  status: 204,
})

/** Makes a new secret, answered this once; the old one signs nothing any more. */
export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  tag: 'Outgoing webhooks',
  summary: 'Make a new secret for an outgoing webhook',
  method: 'POST',
  path: '/webhooks/outgoing/{id}/rotate-secret/',
  permission: 'integrations:manage',
  params: idParams,
  showsSecret: true,
  response: z.object({ secret: z.string() }),
})

/** Queues a message of the event `webhook.test`, also to a webhook that is paused. */
export const testOutgoingWebhook = endpoint({
  name: 'testOutgoingWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Send a test event',
  method: 'POST',
  path: '/webhooks/outgoing/{id}/test/',
  permission: 'integrations:manage',
  params: idParams,
  response: webhookDelivery,
  status: 202,
})

/** What was sent, newest first; kept for 30 days. */
export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  tag: 'Outgoing webhooks',
  summary: 'List the deliveries of an outgoing webhook',
  method: 'GET',
  path: '/webhooks/outgoing/{id}/deliveries/',
  permission: 'integrations:manage',
  params: idParams,
  query: pageQuery(['-createdAt']).extend({ state: z.enum(deliveryStates).optional() }),
  response: page(webhookDelivery),
})

/** A delivery with what was sent and every answer. */
export const getWebhookDelivery = endpoint({
  name: 'getWebhookDelivery',
  tag: 'Outgoing webhooks',
  summary: 'Get a delivery of an outgoing webhook',
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

/** Sends a delivery once more, with the id it had. */
export const redeliverWebhook = endpoint({
  name: 'redeliverWebhook',
  tag: 'Outgoing webhooks',
  summary: 'Send a delivery once more',
  method: 'POST',
  path: '/webhooks/outgoing/{id}/deliveries/{deliveryId}/redeliver/',
  permission: 'integrations:manage',
  params: idParams.extend({ deliveryId: id }),
  response: webhookDelivery,
  status: 202,
})
