import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, version } from './fields.ts'
import { page, pageQuery, total } from './paging.ts'

/** How much there is of a person. */
const personCounts = z.object({
  applications: z.int(),
  comments: z.int(),
  calls: z.int(),
  files: z.int(),
})

/** Everything kept about a person as one ZIP: all rows as JSON, and their files. Logged. */
export const downloadEverything = endpoint({
  name: 'downloadEverything',
  tag: 'Privacy',
  summary: 'Download everything about a candidate',
  method: 'GET',
  path: '/candidates/{id}/everything/',
  permission: 'privacy:manage',
  params: idParams,
  streams: 'application/zip',
})

/** What erasing a person would take away. */
export const previewErasure = endpoint({
  name: 'previewErasure',
  tag: 'Privacy',
  summary: 'See what erasing a candidate takes away',
  method: 'GET',
  path: '/candidates/{id}/erasure/',
  permission: 'privacy:manage',
  params: idParams,
  response: personCounts.extend({
    name: z.string(),
    openApplications: z.int(),
    importFiles: z.int().describe('Files of imports they stand in, which go as a whole'),
  }),
})

/**
 * Erases a person for good: their data, what was written and said about them, and their files. Their applications stay
 * without a name, so that every count and report is as before. `confirmName` is their name as it stands, else VALIDATION;
 * CONFLICT while they have open applications or stand in an import under way.
 */
export const eraseCandidate = endpoint({
  name: 'eraseCandidate',
  tag: 'Privacy',
  summary: 'Erase a candidate for good',
  method: 'POST',
  path: '/candidates/{id}/erase/',
  permission: 'privacy:manage',
  params: idParams,
  body: z.object({ confirmName: text(200, 1) }),
  response: personCounts,
  errors: ['CONFLICT'],
})

const months = z.int().min(1).max(600).nullable()

const retentionRules = z.object({
  /** People whose last application was closed so long ago, unless they were hired. */
  candidatesMonths: months,
  /** Files of applications that came to nothing so long ago. */
  filesMonths: months,
  /** Transcripts, summaries, numbers and recordings of calls made so long ago. */
  callsMonths: months,
  auditYears: z.int().min(1).max(50).nullable(),
})

/** What was let go of in a night. */
const letGo = z.object({ candidates: z.int(), files: z.int(), calls: z.int(), auditLogs: z.int() })

export const retention = retentionRules.extend({
  version: z.int(),
  lastRunAt: timestamp.nullable(),
  lastRun: letGo.nullable(),
})

/** How long the workspace keeps what; null: for good. */
export const getRetention = endpoint({
  name: 'getRetention',
  tag: 'Privacy',
  summary: 'Get how long data are kept',
  method: 'GET',
  path: '/workspace/retention/',
  permission: 'privacy:manage',
  response: retention,
})

/** Sets how long what is kept; carried out every night from then on. */
export const updateRetention = endpoint({
  name: 'updateRetention',
  tag: 'Privacy',
  summary: 'Set how long data are kept',
  method: 'PUT',
  path: '/workspace/retention/',
  permission: 'privacy:manage',
  body: retentionRules.extend({ version: version.optional() }),
  response: retention,
  errors: ['CONFLICT'],
})

const asked = (most: number) => z.coerce.number().int().min(1).max(most).optional()

/** How much rules would let go of tonight; a rule left out is not asked. */
export const previewRetention = endpoint({
  name: 'previewRetention',
  tag: 'Privacy',
  summary: 'See what rules would let go of',
  method: 'GET',
  path: '/workspace/retention/preview/',
  permission: 'privacy:manage',
  query: z.object({
    candidatesMonths: asked(600),
    filesMonths: asked(600),
    callsMonths: asked(600),
    auditYears: asked(50),
  }),
  response: z.object({
    candidates: total.nullable(),
    files: total.nullable(),
    calls: total.nullable(),
    auditLogs: total.nullable(),
  }),
})

/** The rows behind one of these counts, longest ago first. */
export const listRetentionRows = endpoint({
  name: 'listRetentionRows',
  tag: 'Privacy',
  summary: 'List what a rule would let go of',
  method: 'GET',
  path: '/workspace/retention/rows/',
  permission: 'privacy:manage',
  query: pageQuery(['at']).extend({
    rule: z.enum(['candidates', 'files', 'calls']),
    months: z.coerce.number().int().min(1).max(600),
  }),
  response: page(
    z.object({
      id,
      name: z.string(),
      /** Since when it could go: closed, or called. */
      at: timestamp,
      candidateId: id.nullable(),
      applicationId: id.nullable(),
    }),
  ),
})
