import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, idParams, timestamp, userRef } from './fields.ts'
import { importCaseDecisions, importLosses, importPolicyKeys, importSettings } from './import-fields.ts'
import { listQuery, page, pageQuery } from './paging.ts'

export const importStates = ['analyzed', 'queued', 'running', 'completed', 'failed', 'canceled'] as const

const importUndo = z.object({
  state: z.enum(['queued', 'running', 'completed', 'failed']),
  /** Rows that made or changed something. */
  total: z.int(),
  processed: z.int(),
  undone: z.int(),
  /** Rows that somebody worked on since, which stay as they are. */
  kept: z.int(),
  /** Rows a second since the start, and seconds left at that rate, while it runs. */
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  error: z.string().nullable(),
  by: userRef,
  at: timestamp,
  finishedAt: timestamp.nullable(),
  /** Where the rows that stay can be had as CSV; null when there are none. */
  reportUrl: z.string().nullable(),
})

export const importStatus = z.object({
  id,
  fileName: z.string(),
  state: z.enum(importStates),
  /** Rows of the file; null until they are counted. */
  total: z.int().nullable(),
  processed: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  conflicts: z.int(),
  invalid: z.int(),
  /** Of the invalid rows, those that the plan had no room for. */
  beyondPlan: z.int(),
  /** Rows that were imported, or found to be there already, without some of their values. */
  lostRows: z.int(),
  losses: importLosses,
  /** Rows that are left out because they look like no data, those taken in not counted. */
  leftOut: z.int(),
  /** Rows a second of late, and seconds left at that rate, while it goes on. */
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  error: z.string().nullable(),
  createdBy: userRef,
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** Where the rows that were not taken can be had; null when there are none. */
  errorsUrl: z.string().nullable(),
  /** Where the rows that are left out can be had; null when there are none. */
  leftOutUrl: z.string().nullable(),
  /** Where the rows that lost values can be had; null when there are none. */
  lossesUrl: z.string().nullable(),
  /** As it was started; null before. */
  policy: z.enum(importPolicyKeys).nullable(),
  cases: importCaseDecisions,
  /** How many corrections were made to its cells. */
  corrections: z.int(),
  /** How far it is taken back; null when nobody asked for it. */
  undo: importUndo.nullable(),
})

/** Starts the import as a job and remembers the mapping for files with the same headers. A repeat starts no second one. */
export const executeImport = endpoint({
  name: 'executeImport',
  tag: 'Imports',
  summary: 'Start an import',
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
  summary: 'Follow an import',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
})

/** Stops an import after the rows it is at; what it made stays. */
export const cancelImport = endpoint({
  name: 'cancelImport',
  tag: 'Imports',
  summary: 'Cancel an import',
  method: 'POST',
  path: '/applications/bulk-import/status/{id}/cancel/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
  errors: ['CONFLICT'],
})

/** Goes on with an import that was canceled or failed, as it was begun, after the last row that is done. */
export const resumeImport = endpoint({
  name: 'resumeImport',
  tag: 'Imports',
  summary: 'Go on with an import that stopped',
  method: 'POST',
  path: '/applications/bulk-import/status/{id}/resume/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
  status: 202,
  errors: ['CONFLICT'],
})

/** Who imported what and when, newest first. */
export const listImports = endpoint({
  name: 'listImports',
  tag: 'Imports',
  summary: 'List imports',
  method: 'GET',
  path: '/imports/',
  permission: 'applications:import',
  query: pageQuery(['-createdAt']),
  response: page(importStatus),
})

/** The columns of an export, in the order they have unless others are named. */
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
  'leftOutCount',
  'undoneCount',
  'keptCount',
  'error',
  'id',
] as const

/** All imports that match, as a CSV or XLSX file. Takes the right to import too. */
export const exportImports = endpoint({
  name: 'exportImports',
  tag: 'Imports',
  summary: 'Export the list of imports',
  method: 'GET',
  path: '/imports/export/',
  permission: 'applications:export',
  query: listQuery(['-createdAt']).extend(exportQuery(importExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
