import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { leftOutReasons } from './import-fields.ts'
import { computedPage, defaultPageSize, maxPageSize } from './paging.ts'

export const importRowResults = ['created', 'updated', 'skipped', 'conflict', 'invalid'] as const

/**
 * What rows are listed by: their result, `lost` for those imported without some of their values, or `ragged` for those with
 * more or fewer cells than their header.
 */
export const importRowKinds = [...importRowResults, 'lost', 'ragged'] as const

/** Rows of an import, in the order of the file. */
export const importRowsPage = z.object({
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('The row after which to go on, as answered in `nextCursor`'),
})

export const listImportRows = endpoint({
  name: 'listImportRows',
  tag: 'Imports',
  summary: 'List the rows of an import by result',
  description: "Returns the results of an import's rows, one kind at a time, in the order of the file.",
  method: 'GET',
  path: '/imports/{id}/rows/',
  permission: 'applications:import',
  params: idParams,
  query: importRowsPage.extend({ result: z.enum(importRowKinds) }),
  response: computedPage(
    z.object({
      row: z.int(),
      message: z
        .string()
        .nullable()
        .describe(
          'Null if nothing was wrong. For `lost`, why each value was lost; for `ragged`, how many cells the row has.',
        ),
      name: z.string().nullable(),
      applicationId: id.nullable().describe('Null if the row created none, or it was deleted'),
      candidateId: id.nullable(),
      cells: z
        .array(z.string())
        .nullable()
        .describe("The file's cells, if the row was rejected, lost a value or is ragged"),
    }),
  ),
})

export const downloadImportErrors = endpoint({
  name: 'downloadImportErrors',
  tag: 'Imports',
  summary: 'Download rejected rows',
  description:
    'Returns the rejected rows as CSV, with their original columns plus `error_code` and `error`, to correct ' +
    'and import again.',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/errors/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
})

export const downloadImportLosses = endpoint({
  name: 'downloadImportLosses',
  tag: 'Imports',
  summary: 'Download rows with lost values',
  description:
    'Returns the rows that were imported without some of their values as CSV, with their original columns ' +
    'plus `import_id`, `row_number`, `lost_column`, `lost_value` and `lost_reason`. Corrected and imported ' +
    'again, it fills in what was lost.',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/losses/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
})

export const downloadRaggedRows = endpoint({
  name: 'downloadRaggedRows',
  tag: 'Imports',
  summary: 'Download ragged rows',
  description:
    'Returns the rows with more or fewer cells than the header as CSV, with their original columns plus ' +
    '`row_number`, `cell_count` and `header_cell_count`.',
  method: 'GET',
  path: '/imports/{id}/ragged/report/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
})

export const listLeftOutRows = endpoint({
  name: 'listLeftOutRows',
  tag: 'Imports',
  summary: 'List left-out rows',
  description:
    'Returns the rows that were left out because they look like no data, with their content and the reason. ' +
    'Reads the file again.',
  method: 'GET',
  path: '/imports/{id}/left-out/',
  permission: 'applications:import',
  params: idParams,
  query: importRowsPage,
  response: computedPage(z.object({ row: z.int(), why: z.enum(leftOutReasons), cells: z.array(z.string()) })),
  errors: ['UNAVAILABLE'],
})

export const downloadLeftOutRows = endpoint({
  name: 'downloadLeftOutRows',
  tag: 'Imports',
  summary: 'Download left-out rows',
  description:
    'Returns the same rows as CSV, with the original columns plus `row_number` and `left_out_reason`.',
  method: 'GET',
  path: '/imports/{id}/left-out/report/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
