import { z } from 'zod'
import { type QueueReason, queueReasons } from './call-queues.ts'
import { endpoint } from './endpoint.ts'
import { flag, id, timestamp } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'

/** Why an answer is no beside the reasons of call queues. */
export const predialRefusals = [
  'unknown_workspace',
  'unknown_queue',
  'unknown_person',
  'not_in_queue',
] as const

const predialReason = z.enum([...(Object.keys(queueReasons) as QueueReason[]), ...predialRefusals])

/** Why a provider may call somebody in a campaign of its own, or may not. */
export type PredialReason = z.infer<typeof predialReason>

export const countPredialAnswers = endpoint({
  name: 'countPredialAnswers',
  tag: 'Calls',
  summary: 'Count answers to voice providers before they call',
  description:
    "Returns how many contacts have which answer to Vapi's `campaign.predial` of the last 90 days, by reason, the most frequent " +
    'first. `listPredialAnswers` lists those of a reason. Both count applications that the caller may not see.',
  method: 'GET',
  path: '/workspace/predial-answers/counts/',
  permission: 'voice-campaigns:run',
  response: z.object({
    total: z.int().describe('How many contacts were asked about'),
    eligible: z.int().describe('How many of them could be called'),
    groups: z
      .array(
        z.object({
          reason: predialReason.describe('Why, or why not'),
          eligible: z.boolean().describe('Whether the contacts could be called'),
          count: z.int(),
          lastAnsweredAt: timestamp.describe('When one of them was answered last'),
        }),
      )
      .describe('The counts by reason. They add up to `total`.'),
  }),
})

export const listPredialAnswers = endpoint({
  name: 'listPredialAnswers',
  tag: 'Calls',
  summary: 'List answers to voice providers before they call',
  description:
    "Returns what was answered to Vapi's `campaign.predial` in the last 90 days, newest first. A contact that is asked about " +
    'again has its last answer.',
  method: 'GET',
  path: '/workspace/predial-answers/',
  permission: 'voice-campaigns:run',
  query: computedPageQuery(['-answeredAt'])
    .omit({ q: true })
    .extend({
      eligible: flag.describe('true: only those who could be called; false: only the others'),
      reason: predialReason.optional().describe('Only those with this reason'),
    }),
  response: computedPage(
    z.object({
      id,
      contactId: z.string().describe("The provider's ID of the contact"),
      campaignId: z.string().nullable().describe("The provider's ID of its campaign"),
      queue: z
        .object({ id, name: z.string() })
        .nullable()
        .describe(
          'The call queue by whose rules it was answered; null if the URL named none of the workspace',
        ),
      application: z
        .object({ id, candidateName: z.string() })
        .nullable()
        .describe(
          'The application of the person in the queue; null if there is none that the caller may see',
        ),
      eligible: z.boolean().describe('Whether the contact could be called'),
      reason: predialReason.describe('Why, or why not'),
      answeredAt: timestamp.describe('When it was answered last'),
    }),
  ),
})
