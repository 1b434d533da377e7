import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { importCaseChoices, importCaseKeys } from './import-cases.ts'
import { importedRecord, importLosses, importSettings, importTarget } from './import-settings.ts'
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
  value: z.string().describe('The effective value: corrected, otherwise as in the file'),
  stored: z.string().nullable().describe('As it would be stored; null if it is left out'),
  original: z.string().nullable().describe("The file's value, if it was corrected"),
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
      sameValue: z
        .int()
        .nullable()
        .describe(
          'How many of the rows read so far have the same value with a problem; null if no cell is concerned',
        ),
    }),
  ),
  lost: z
    .array(z.object({ column: z.string(), message: z.string() }))
    .describe('Cells whose values would not be stored, or only in part'),
  cells: z
    .array(previewCell)
    .describe('The mapped columns, in the order of the file; with `everyColumn` all of them'),
})

const casePerson = z.object({
  id: id.nullable(),
  row: z
    .int()
    .nullable()
    .describe('The row of the file that adds the person; null for a person of the workspace'),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

export const previewImport = endpoint({
  name: 'previewImport',
  tag: 'Imports',
  summary: 'Preview an import',
  description:
    'Returns what would happen to each row, and why. Writes nothing. The preview reads the rows in the ' +
    'background, and `looked` says how far it is. Send the same `snapshot` to continue with that preview; ' +
    'its pages and filters apply to the same reading of the file. Without a snapshot, or with other ' +
    'settings, a new preview begins.',
  method: 'POST',
  path: '/applications/bulk-import/preview/',
  permission: 'applications:import',
  body: importSettings.extend({
    only: importResult.optional(),
    reason: z.string().max(60).optional().describe('Only rows with a problem of this code'),
    case: z.enum(importCaseKeys).optional().describe('Only rows of this case'),
    lost: z
      .union([z.literal('any'), importTarget])
      .optional()
      .describe('Only rows that would lose a value of this field, or of any'),
    snapshot: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional()
      .describe('Chosen by the caller'),
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional()
      .describe('As answered in `nextCursor`'),
    limit: z.int().min(1).max(maxPageSize).default(maxPageSize),
    everyColumn: z.boolean().optional(),
  }),
  response: z.object({
    rowCount: z
      .int()
      .describe('Rows of the file. `looked` of them were read so far, and all other figures count these.'),
    looked: z.int(),
    isComplete: z.boolean(),
    counts: importCounts,
    records: z
      .array(importedRecord)
      .describe(
        'Records that the import would create before its first row. Their IDs are not those of the import.',
      ),
    reasons: z
      .array(
        z.object({
          code: z.string(),
          label: z.string(),
          severity: z.enum(['error', 'warning']),
          count: z.int(),
        }),
      )
      .describe('Problems of rows: errors before warnings, most frequent first'),
    lostRows: z.int().describe('Rows that would be imported without some of their values, by field'),
    losses: importLosses,
    leftEmpty: importLosses,
    cases: z
      .array(
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
              shared: z
                .string()
                .nullable()
                .describe('What it shares with the person, if that alone makes it a case'),
              person: casePerson,
            }),
          ),
        }),
      )
      .describe('The cases to decide, each with the choice and sample rows beside the person they mean'),
    rows: z.array(previewRow),
    nextCursor: z.string().nullable(),
  }),
  errors: ['CONFLICT'],
})

export const downloadPreviewLosses = endpoint({
  name: 'downloadPreviewLosses',
  tag: 'Imports',
  summary: 'Download rows that would lose values',
  description:
    'Returns the rows that would be imported without some of their values as CSV, with the columns of the ' +
    "import's report. Reads the whole file and writes nothing.",
  method: 'POST',
  path: '/applications/bulk-import/preview/losses/',
  permission: 'applications:import',
  body: importSettings,
  streams: 'text/csv',
  errors: ['CONFLICT'],
})

const importCorrection = z.object({
  column: z.int(),
  row: z.int().nullable().describe('Null: every row whose cell is `original`'),
  original: z.string(),
  value: z.string(),
})

const importCorrections = z.object({ items: z.array(importCorrection) })

export const correctImport = endpoint({
  name: 'correctImport',
  tag: 'Imports',
  summary: 'Correct cells before an import',
  description:
    'Corrects cells of a file before it is imported, in one row or in every row with the same value. The ' +
    'file does not change; the corrected values apply to everything that follows. A value of null removes a ' +
    'correction.',
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
          original: z
            .string()
            .max(500)
            .describe("The cell's value in the file; the correction applies only to it"),
          value: z.string().max(5000).nullable(),
        }),
      )
      .min(1)
      .max(50),
  }),
  response: importCorrections,
  errors: ['CONFLICT'],
})

export const listImportCorrections = endpoint({
  name: 'listImportCorrections',
  tag: 'Imports',
  summary: 'List corrections of an import',
  description: 'Returns the cells of a file that were corrected before it was imported.',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/corrections/',
  permission: 'applications:import',
  params: idParams,
  response: importCorrections,
})
