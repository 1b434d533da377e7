import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { importRowsPage } from './import-rows.ts'
import { importedRecord } from './import-settings.ts'
import { importStatus } from './import-status.ts'
import { computedPage } from './paging.ts'

/** Why a row was not undone, or only in part. */
export const keptReasons = {
  moved: /*i18n*/ 'Moved or closed since the import',
  called: /*i18n*/ 'Called since the import',
  commented: /*i18n*/ 'Commented on since the import',
  edited: /*i18n*/ 'Edited since the import',
  person_edited: /*i18n*/ 'Candidate edited since the import',
  other_application: /*i18n*/ 'The candidate has another application',
  merged: /*i18n*/ 'Candidate merged since the import',
  deleted: /*i18n*/ 'Deleted since the import',
} as const

/** Days until what an undo removed is erased permanently. */
export const undoErasedAfterDays = 30

export type KeptCode = keyof typeof keptReasons

const keptCodes = Object.keys(keptReasons) as [KeptCode, ...KeptCode[]]

export const previewImportUndo = endpoint({
  name: 'previewImportUndo',
  tag: 'Imports',
  summary: 'Preview undoing an import',
  description:
    'Returns what undoing an import would do now. Writes nothing. Of a very large import only the first rows ' +
    'are checked.',
  method: 'GET',
  path: '/imports/{id}/undo/',
  permission: 'applications:import',
  params: idParams,
  response: z.object({
    total: z.int().describe('Rows that created or changed something'),
    looked: z.int().describe('How many of these were checked; the other figures count them'),
    undone: z.int(),
    kept: z.int(),
    removedPeople: z.int(),
    removedApplications: z.int(),
    restoredPeople: z.int(),
    restoredApplications: z.int(),
    records: z
      .array(importedRecord)
      .describe('The records that the import created. Those that somebody uses or edited since stay.'),
    reasons: z.array(z.object({ code: z.enum(keptCodes), message: z.string(), count: z.int() })),
  }),
  errors: ['CONFLICT'],
})

export const undoImport = endpoint({
  name: 'undoImport',
  tag: 'Imports',
  summary: 'Undo an import',
  description:
    'Undoes an import as a job: what it created is deleted, what it changed returns to its previous value. ' +
    'Rows that somebody moved, called, commented on or edited since stay as they are, and so do positions, ' +
    'companies and statuses that are used. A running import must be canceled first. An import can be undone ' +
    'once; a failed undo can be retried. What is deleted is erased permanently 30 days later, with the ' +
    "import's file and the cells of its rows, unless it was restored.",
  method: 'POST',
  path: '/imports/{id}/undo/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
  status: 202,
  errors: ['CONFLICT'],
})

export const listKeptRows = endpoint({
  name: 'listKeptRows',
  tag: 'Imports',
  summary: 'List the rows that an undo kept',
  description: 'Returns the rows that an undo kept, with the reason.',
  method: 'GET',
  path: '/imports/{id}/undo/kept/',
  permission: 'applications:import',
  params: idParams,
  query: importRowsPage,
  response: computedPage(
    z.object({
      row: z.int(),
      code: z.enum(keptCodes),
      message: z.string(),
      name: z.string().nullable(),
      applicationId: id.nullable().describe('Null if it is deleted'),
      candidateId: id.nullable(),
    }),
  ),
})

export const downloadUndoReport = endpoint({
  name: 'downloadUndoReport',
  tag: 'Imports',
  summary: 'Download the rows that an undo kept',
  description: 'Returns the rows that an undo kept, with the reason, as CSV.',
  method: 'GET',
  path: '/imports/{id}/undo/report/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
})
