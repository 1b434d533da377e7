import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, idParams, timestamp, userRef } from './fields.ts'
import { importPolicyKeys } from './import-fields.ts'
import { importCaseDecisions, importedRecord, importLosses, importSettings } from './import-settings.ts'
import { listQuery, page, pageQuery } from './paging.ts'

export const importStates = ['analyzed', 'queued', 'running', 'completed', 'failed', 'canceled'] as const

const importUndo = z.object({
  state: z.enum(['queued', 'running', 'completed', 'failed']),
  total: z.int().describe('Rows that created or changed something'),
  processed: z.int(),
  undone: z.int(),
  kept: z.int().describe('Rows that stay because somebody worked on them since'),
  rowsPerSecond: z
    .number()
    .nullable()
    .describe('Rows a second since the start, and seconds left at that rate, while it runs'),
  secondsLeft: z.number().nullable(),
  error: z.string().nullable(),
  by: userRef,
  at: timestamp,
  finishedAt: timestamp.nullable(),
  erasesAt: timestamp
    .nullable()
    .describe('When the removed rows are erased permanently; null before the undo, and once they are erased'),
  erasedAt: timestamp
    .nullable()
    .describe("When they were erased, with the import's file and the cells of its rows"),
  reportUrl: z.string().nullable().describe('URL of the kept rows as CSV; null if there are none'),
})

export const importStatus = z.object({
  id,
  fileName: z.string(),
  state: z.enum(importStates),
  total: z.int().nullable().describe('Rows of the file; null until they are counted'),
  processed: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  conflicts: z.int(),
  invalid: z.int(),
  beyondPlan: z.int().describe("Invalid rows beyond the plan's limit"),
  lostRows: z
    .int()
    .describe('Rows that were imported, or found to be there already, without some of their values'),
  losses: importLosses,
  leftEmpty: importLosses,
  invitedOwners: z
    .int()
    .describe(
      'Owners from the mapping who were invited and have not accepted yet. Until then their rows are unassigned; they lost no value',
    ),
  raggedRows: z
    .int()
    .describe(
      'Rows with more or fewer cells than the header, whatever their result: their values may be in the wrong columns',
    ),
  leftOut: z.int().describe('Rows left out because they look like no data, without those that were included'),
  rowsPerSecond: z
    .number()
    .nullable()
    .describe('The current rate in rows a second, and the seconds left at that rate, while it runs'),
  secondsLeft: z.number().nullable(),
  error: z.string().nullable(),
  createdBy: userRef,
  createdAt: timestamp,
  updatedAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  errorsUrl: z
    .string()
    .nullable()
    .describe(
      'URL of the rejected rows; null if there are none, and, like all reports, once an undo is erased',
    ),
  leftOutUrl: z.string().nullable().describe('URL of the left-out rows; null if there are none'),
  lossesUrl: z.string().nullable().describe('URL of the rows with lost values; null if there are none'),
  raggedUrl: z.string().nullable().describe('URL of the ragged rows; null if there are none'),
  policy: z.enum(importPolicyKeys).nullable().describe('Null before the import was started'),
  cases: importCaseDecisions,
  records: z.array(importedRecord).describe('Records that it created before its first row'),
  corrections: z.int().describe('How many corrections were made to its cells'),
  undo: importUndo.nullable().describe('The progress of the undo; null if none was requested'),
})

export const executeImport = endpoint({
  name: 'executeImport',
  tag: 'Imports',
  summary: 'Start an import',
  description:
    'Starts the import as a job and stores the mapping for files with the same headers. First it creates the ' +
    'records of `create`. Every position, status and owner in the file must exist or be decided in `values` ' +
    'or `create`: VALIDATION names the others. Repeating the call does not start a second job.',
  method: 'POST',
  path: '/applications/bulk-import/execute/',
  permission: 'applications:import',
  body: importSettings,
  response: importStatus,
  status: 202,
  errors: ['CONFLICT', 'PLAN_LIMIT'],
})

export const getImportStatus = endpoint({
  name: 'getImportStatus',
  tag: 'Imports',
  summary: 'Get the status of an import',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
})

export const cancelImport = endpoint({
  name: 'cancelImport',
  tag: 'Imports',
  summary: 'Cancel an import',
  description: 'Stops an import after the current rows. What it created stays.',
  method: 'POST',
  path: '/applications/bulk-import/status/{id}/cancel/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
  errors: ['CONFLICT'],
})

export const resumeImport = endpoint({
  name: 'resumeImport',
  tag: 'Imports',
  summary: 'Resume an import',
  description: 'Continues a canceled or failed import with its settings, after the last completed row.',
  method: 'POST',
  path: '/applications/bulk-import/status/{id}/resume/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
  status: 202,
  errors: ['CONFLICT'],
})

export const listImports = endpoint({
  name: 'listImports',
  tag: 'Imports',
  summary: 'List imports',
  description: 'Returns who imported what and when, newest first.',
  method: 'GET',
  path: '/imports/',
  permission: 'applications:import',
  query: pageQuery(['-createdAt']),
  response: page(importStatus),
})

/** The columns of an export in their default order. */
export const importExportColumns = [
  'file',
  'state',
  'by',
  'created',
  'finished',
  'total',
  'createdCount',
  'updatedCount',
  'skippedCount',
  'conflictCount',
  'invalidCount',
  'lostCount',
  'raggedCount',
  'leftOutCount',
  'undoneCount',
  'keptCount',
  'error',
  'id',
] as const

export const exportImports = endpoint({
  name: 'exportImports',
  tag: 'Imports',
  summary: 'Export the list of imports',
  description: 'Exports all matching imports as CSV or XLSX. Also requires `applications:import`.',
  method: 'GET',
  path: '/imports/export/',
  permission: 'applications:export',
  query: listQuery(['-createdAt']).extend(exportQuery(importExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
