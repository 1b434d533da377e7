import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { importCaseChoices, importCaseKeys } from './import-cases.ts'
import { importFieldKeys, importLosses, importSettings } from './import-fields.ts'
import { maxPageSize } from './paging.ts'

const importCounts = z.object({
  total: z.int(),
  create: z.int(),
  update: z.int(),
  skip: z.int(),
  conflict: z.int(),
  invalid: z.int(),
})

const importResult = z.enum(['create', 'update', 'skip', 'conflict', 'invalid'])

const previewCell = z.object({
  column: z.int(),
  /** As it counts: corrected, else as in the file. */
  value: z.string(),
  /** As it would be kept; null where it is left out. */
  stored: z.string().nullable(),
  /** What the file says, where it is corrected. */
  original: z.string().nullable(),
})

const previewRow = z.object({
  row: z.int(),
  result: importResult,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  position: z.string().nullable(),
  matchedBy: z.string().nullable(),
  problems: z.array(
    z.object({
      column: z.string().nullable(),
      code: z.string(),
      message: z.string(),
      severity: z.enum(['error', 'warning']),
      /** Rows looked at whose cell says the same and has a problem, too; null where it is no matter of a cell. */
      sameValue: z.int().nullable(),
    }),
  ),
  /** Cells whose values would not be stored, or only in part. */
  lost: z.array(z.object({ column: z.string(), message: z.string() })),
  /** The mapped columns, in the order of the file; with `everyColumn` all of them. */
  cells: z.array(previewCell),
})

const casePerson = z.object({
  id: id.nullable(),
  /** The row of the file that brings them; null for somebody of the workspace. */
  row: z.int().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

/**
 * What would happen to each row, and why; writes nothing. Looks at the rows one after the other for as long as the
 * answer may take: `looked` says how far that is. Asked again with the same `snapshot`, it goes on from there, and pages
 * and filters speak of the same look at the file; without one, or with other settings, the file is looked at anew.
 */
export const previewImport = endpoint({
  name: 'previewImport',
  tag: 'Imports',
  summary: 'See what an import would do',
  method: 'POST',
  path: '/applications/bulk-import/preview/',
  permission: 'applications:import',
  body: importSettings.extend({
    only: importResult.optional(),
    /** Only rows with a problem of this code. */
    reason: z.string().max(60).optional(),
    /** Only rows of this case. */
    case: z.enum(importCaseKeys).optional(),
    /** Only rows that would lose a value of this field, or of any. */
    lost: z.enum(['any', ...importFieldKeys]).optional(),
    /** Made by the caller. */
    snapshot: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
    /** As answered in `nextCursor`. */
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
    limit: z.int().min(1).max(maxPageSize).default(maxPageSize),
    everyColumn: z.boolean().optional(),
  }),
  response: z.object({
    /** Rows of the file, of which so many were looked at; all other figures speak of these. */
    rowCount: z.int(),
    looked: z.int(),
    isComplete: z.boolean(),
    counts: importCounts,
    /** What was found about rows, the commonest first, errors before warnings. */
    reasons: z.array(
      z.object({
        code: z.string(),
        label: z.string(),
        severity: z.enum(['error', 'warning']),
        count: z.int(),
      }),
    ),
    /** Rows that would be imported without some of their values, by field. */
    lostRows: z.int(),
    losses: importLosses,
    /** What a person decides about people, with what was chosen and rows of it beside the person they mean. */
    cases: z.array(
      z.object({
        kind: z.enum(importCaseKeys),
        count: z.int(),
        choice: z.enum(importCaseChoices),
        examples: z.array(
          z.object({
            row: z.int(),
            name: z.string().nullable(),
            email: z.string().nullable(),
            phone: z.string().nullable(),
            /** What it has in common with the person, where that alone makes it a case. */
            shared: z.string().nullable(),
            person: casePerson,
          }),
        ),
      }),
    ),
    rows: z.array(previewRow),
    nextCursor: z.string().nullable(),
  }),
  errors: ['CONFLICT'],
})

/**
 * The rows that would be imported without some of their values, as CSV with the same columns as the report of an import:
 * reads the whole file and writes nothing.
 */
export const downloadPreviewLosses = endpoint({
  name: 'downloadPreviewLosses',
  tag: 'Imports',
  summary: 'Download the rows that would lose values',
  method: 'POST',
  path: '/applications/bulk-import/preview/losses/',
  permission: 'applications:import',
  body: importSettings,
  streams: 'text/csv',
  errors: ['CONFLICT'],
})

const importCorrection = z.object({
  column: z.int(),
  /** Null: every row whose cell says `original`. */
  row: z.int().nullable(),
  original: z.string(),
  value: z.string(),
})

const importCorrections = z.object({ items: z.array(importCorrection) })

/**
 * Corrects cells of a file before it is imported: of one row, or of every row with the same value. The file stays as it
 * is; the corrected values count for everything that follows. A value of null takes a correction back.
 */
export const correctImport = endpoint({
  name: 'correctImport',
  tag: 'Imports',
  summary: 'Correct cells before an import',
  method: 'PUT',
  path: '/applications/bulk-import/status/{id}/corrections/',
  permission: 'applications:import',
  params: idParams,
  body: z.object({
    corrections: z
      .array(
        z.object({
          column: z.int().min(0).max(20_000),
          row: z.int().min(1).max(100_000_000).nullable(),
          /** What the cell says in the file: a correction counts only for that. */
          original: z.string().max(500),
          value: z.string().max(5000).nullable(),
        }),
      )
      .min(1)
      .max(50),
  }),
  response: importCorrections,
  errors: ['CONFLICT'],
})

/** The cells of a file that were corrected before it was imported. */
export const listImportCorrections = endpoint({
  name: 'listImportCorrections',
  tag: 'Imports',
  summary: 'List what was corrected before an import',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/corrections/',
  permission: 'applications:import',
  params: idParams,
  response: importCorrections,
})
