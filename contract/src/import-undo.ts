import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { importRowsPage } from './import-rows.ts'
import { importStatus } from './import-status.ts'
import { page } from './paging.ts'

/** Why a row was not taken back, or not all of it. */
export const keptReasons = {
  moved: /*i18n*/ 'Moved or closed since',
  called: /*i18n*/ 'Called since',
  commented: /*i18n*/ 'Commented on since',
  edited: /*i18n*/ 'Edited since',
  person_edited: /*i18n*/ 'The person was edited since',
  other_application: /*i18n*/ 'The person stays: they have another application',
  merged: /*i18n*/ 'The person was merged with another since',
  deleted: /*i18n*/ 'Deleted since',
} as const

export type KeptCode = keyof typeof keptReasons

const keptCodes = Object.keys(keptReasons) as [KeptCode, ...KeptCode[]]

/** What taking an import back would do now; writes nothing. Of a very large one only the first rows are looked at. */
export const previewImportUndo = endpoint({
  name: 'previewImportUndo',
  tag: 'Imports',
  summary: 'See what taking an import back would do',
  method: 'GET',
  path: '/imports/{id}/undo/',
  permission: 'applications:import',
  params: idParams,
  response: z.object({
    /** Rows that made or changed something. */
    total: z.int(),
    /** Of these, how many were looked at: the other figures speak of them. */
    looked: z.int(),
    undone: z.int(),
    kept: z.int(),
    removedPeople: z.int(),
    removedApplications: z.int(),
    restoredPeople: z.int(),
    restoredApplications: z.int(),
    reasons: z.array(z.object({ code: z.enum(keptCodes), message: z.string(), count: z.int() })),
  }),
  errors: ['CONFLICT'],
})

/**
 * Takes an import back as a job: what it brought is removed, what it changed becomes what it was. Rows somebody moved,
 * called, commented on or edited since stay as they are. An import that runs must be canceled first; one can be taken
 * back once, and tried again when that failed.
 */
export const undoImport = endpoint({
  name: 'undoImport',
  tag: 'Imports',
  summary: 'Take an import back',
  method: 'POST',
  path: '/imports/{id}/undo/',
  permission: 'applications:import',
  params: idParams,
  response: importStatus,
  status: 202,
  errors: ['CONFLICT'],
})

/** The rows that stay though the import was taken back, with why. */
export const listKeptRows = endpoint({
  name: 'listKeptRows',
  tag: 'Imports',
  summary: 'List the rows that were not taken back',
  method: 'GET',
  path: '/imports/{id}/undo/kept/',
  permission: 'applications:import',
  params: idParams,
  query: importRowsPage,
  response: page(
    z.object({
      row: z.int(),
      code: z.enum(keptCodes),
      message: z.string(),
      name: z.string().nullable(),
      /** Null when it is deleted. */
      applicationId: id.nullable(),
      candidateId: id.nullable(),
    }),
  ),
})

/** The rows that stay though the import was taken back, with why, as CSV. */
export const downloadUndoReport = endpoint({
  name: 'downloadUndoReport',
  tag: 'Imports',
  summary: 'Download the rows that were not taken back',
  method: 'GET',
  path: '/imports/{id}/undo/report/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
})
