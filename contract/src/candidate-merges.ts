import { z } from 'zod'
import { candidate, consents } from './candidates.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, timestamp, userRef, version } from './fields.ts'
import { statusTypeKeys } from './status-types.ts'

/** The fields that can be chosen in a merge. A phone includes its extension. */
export const mergeFields = [
  'name',
  'email',
  'phone',
  'profileUrl',
  'externalId',
  'location',
  'currentCompany',
  'currentTitle',
  'notes',
  'tags',
  'resumeFileId',
] as const

/** Whose value stays. Notes and tags can keep both. */
export const mergeChoices = ['survivor', 'merged', 'both'] as const

/** One of two open applications on the same position. */
const collidingApplication = z.object({
  id,
  status: z.object({ name: z.string(), type: z.enum(statusTypeKeys), color: z.string() }),
  createdAt: timestamp,
  calls: z.int(),
  comments: z.int(),
})

/** The state of a merge. `kept` is what stayed with the survivor when the merge was undone. */
export const candidateMerge = z.object({
  id,
  survivor: z.object({ id, name: z.string() }),
  merged: z.object({ id, name: z.string() }),
  at: timestamp,
  by: userRef,
  undone: z.object({ at: timestamp, by: userRef }).nullable(),
  kept: z.array(
    z.object({
      kind: z.enum(['field', 'application']),
      key: z.string().describe('The name of the field, or the ID of the application'),
      value: z.string().nullable().describe('The value of the field, or the position of the application'),
    }),
  ),
  can: z.object({ undo: z.boolean() }),
  whyNot: z.string().nullable().describe('Why it cannot be undone now'),
})

export const previewMerge = endpoint({
  name: 'previewMerge',
  tag: 'Candidates',
  summary: 'Preview merging two candidates',
  description:
    'Returns what merging `mergedId` into this candidate would do: the values that stay unless others are ' +
    'chosen, the values that contradict each other, the applications on the same position, and how much ' +
    'moves. Writes nothing.',
  method: 'GET',
  path: '/candidates/{id}/merge/preview/',
  permission: 'candidates:write',
  params: idParams,
  query: z.object({ mergedId: id }),
  response: z.object({
    survivor: candidate,
    merged: candidate,
    fields: z.array(
      z.object({
        field: z.enum(mergeFields),
        suggested: z.enum(mergeChoices),
        choices: z.array(z.enum(mergeChoices)),
        conflict: z.boolean().describe('Both have a value, and the values differ'),
      }),
    ),
    doNotCall: z.boolean().describe('No choice: do-not-call and a withdrawn consent always stay'),
    consent: z.enum(consents),
    collisions: z
      .array(
        z.object({
          position: z.object({ id, name: z.string() }),
          survivor: collidingApplication,
          merged: collidingApplication,
          suggestedId: id.describe('The default: the application that is further along continues'),
        }),
      )
      .describe(
        'Positions on which both have an open application: one continues, the other is closed as a duplicate',
      ),
    moves: z.object({
      applications: z.int(),
      calls: z.int(),
      files: z.int(),
      comments: z.int(),
      notifications: z.int(),
    }),
  }),
  errors: ['CONFLICT'],
})

export const mergeCandidates = endpoint({
  name: 'mergeCandidates',
  tag: 'Candidates',
  summary: 'Merge a candidate into this one',
  description:
    'Merges `mergedId` into this candidate, who gets all of its records and is found by the contact data of ' +
    'both from then on. It can be undone. CONFLICT if either was changed since `version` and ' +
    '`mergedVersion`, or was merged already.',
  method: 'POST',
  path: '/candidates/{id}/merge/',
  permission: 'candidates:write',
  params: idParams,
  body: z.object({
    mergedId: id,
    version,
    mergedVersion: version,
    choices: z
      .partialRecord(z.enum(mergeFields), z.enum(mergeChoices))
      .optional()
      .describe('Whose value stays, where it differs from the suggestion'),
    keepApplicationIds: z
      .array(id)
      .max(200)
      .optional()
      .describe('The applications that continue, where they differ from the suggestion'),
  }),
  response: z.object({ candidate, merge: candidateMerge }),
  errors: ['CONFLICT'],
})

export const listCandidateMerges = endpoint({
  name: 'listCandidateMerges',
  tag: 'Candidates',
  summary: "List a candidate's merges",
  description:
    'Returns the merges of a candidate, newest first: those into the candidate, and those into candidates ' +
    'who were merged into them.',
  method: 'GET',
  path: '/candidates/{id}/merges/',
  permission: 'candidates:read',
  params: idParams,
  response: z.object({ items: z.array(candidateMerge) }),
})

export const unmergeCandidates = endpoint({
  name: 'unmergeCandidates',
  tag: 'Candidates',
  summary: 'Undo a merge',
  description:
    'Undoes a merge of two candidates. Each is as before; what somebody changed since stays with the ' +
    'survivor and is listed in `kept`. CONFLICT if a later merge must be undone first, or if this one was ' +
    'undone already.',
  method: 'POST',
  path: '/candidates/{id}/merges/{mergeId}/undo/',
  permission: 'candidates:write',
  params: z.object({ id, mergeId: id }),
  response: z.object({ candidate, restored: candidate, merge: candidateMerge }),
  errors: ['CONFLICT'],
})
