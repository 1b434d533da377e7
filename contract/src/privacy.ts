import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, version } from './fields.ts'
import { computedPage, computedPageQuery, total } from './paging.ts'

/** How much there is of a person. */
const personCounts = z.object({
  applications: z.int(),
  comments: z.int(),
  calls: z.int(),
  files: z.int(),
})

export const downloadEverything = endpoint({
  name: 'downloadEverything',
  tag: 'Privacy',
  summary: 'Download everything about a candidate',
  description:
    'Returns everything stored about a person as one ZIP: all rows as JSON, and their files. Logged.',
  method: 'GET',
  path: '/candidates/{id}/everything/',
  permission: 'privacy:manage',
  params: idParams,
  streams: 'application/zip',
})

export const previewErasure = endpoint({
  name: 'previewErasure',
  tag: 'Privacy',
  summary: 'Preview erasing a candidate',
  description: 'Returns what erasing a person would delete.',
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

export const eraseCandidate = endpoint({
  name: 'eraseCandidate',
  tag: 'Privacy',
  summary: 'Erase a candidate permanently',
  description:
    'Erases a person permanently: their data, everything written and said about them, and their files. Their ' +
    'applications stay without a name, so that every count and report stays the same. `confirmName` must be ' +
    'the current name, else VALIDATION. CONFLICT while they have open applications or are part of a running ' +
    'import.',
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
  candidatesMonths: months.describe(
    'People whose last application was closed this long ago, unless they were hired',
  ),
  filesMonths: months.describe('Files of applications that ended without a hire this long ago'),
  callsMonths: months.describe('Transcripts, summaries, numbers and recordings of calls made this long ago'),
  auditYears: z.int().min(1).max(50).nullable(),
})

/** What was deleted in a night. */
const purgedCounts = z.object({ candidates: z.int(), files: z.int(), calls: z.int(), auditLogs: z.int() })

export const retention = retentionRules.extend({
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  lastRunAt: timestamp.nullable(),
  lastRun: purgedCounts.nullable(),
})

export const getRetention = endpoint({
  name: 'getRetention',
  tag: 'Privacy',
  summary: 'Get retention rules',
  description: 'Returns how long the workspace keeps each kind of data; null: without limit.',
  method: 'GET',
  path: '/workspace/retention/',
  permission: 'privacy:manage',
  response: retention,
})

export const updateRetention = endpoint({
  name: 'updateRetention',
  tag: 'Privacy',
  summary: 'Set retention rules',
  description: 'Sets how long each kind of data is kept. Applied every night from then on.',
  method: 'PUT',
  path: '/workspace/retention/',
  permission: 'privacy:manage',
  body: retentionRules.extend({ version: version.optional() }),
  response: retention,
  errors: ['CONFLICT'],
})

const optionalCount = (most: number) => z.coerce.number().int().min(1).max(most).optional()

export const previewRetention = endpoint({
  name: 'previewRetention',
  tag: 'Privacy',
  summary: 'Preview retention rules',
  description:
    'Returns how much the given rules would delete tonight. A rule that is left out is not counted.',
  method: 'GET',
  path: '/workspace/retention/preview/',
  permission: 'privacy:manage',
  query: z.object({
    candidatesMonths: optionalCount(600),
    filesMonths: optionalCount(600),
    callsMonths: optionalCount(600),
    auditYears: optionalCount(50),
  }),
  response: z.object({
    candidates: total.nullable(),
    files: total.nullable(),
    calls: total.nullable(),
    auditLogs: total.nullable(),
  }),
})

export const listRetentionRows = endpoint({
  name: 'listRetentionRows',
  tag: 'Privacy',
  summary: 'List the rows that a rule would delete',
  description: 'Returns the rows behind one of these counts, oldest first.',
  method: 'GET',
  path: '/workspace/retention/rows/',
  permission: 'privacy:manage',
  query: computedPageQuery(['at']).extend({
    rule: z.enum(['candidates', 'files', 'calls']),
    months: z.coerce.number().int().min(1).max(600),
  }),
  response: computedPage(
    z.object({
      id,
      name: z.string(),
      at: timestamp.describe('The date from which retention counts: closed, or called'),
      candidateId: id.nullable(),
      applicationId: id.nullable(),
    }),
  ),
})
