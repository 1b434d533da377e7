import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { leftOutReasons } from './import-fields.ts'
import { defaultPageSize, maxPageSize, page } from './paging.ts'

export const importRowResults = ['created', 'updated', 'skipped', 'conflict', 'invalid'] as const

/** What rows are listed by: their result, or `lost` for those imported without some of their values. */
export const importRowKinds = [...importRowResults, 'lost'] as const

/** Rows of an import, in the order of the file. */
export const importRowsPage = z.object({
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  /** The row after which to go on, as answered in `nextCursor`. */
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
})

/** What became of the rows of an import, one kind at a time, in the order of the file. */
export const listImportRows = endpoint({
  name: 'listImportRows',
  tag: 'Imports',
  summary: 'List the rows of an import by what became of them',
  method: 'GET',
  path: '/imports/{id}/rows/',
  permission: 'applications:import',
  params: idParams,
  query: importRowsPage.extend({ result: z.enum(importRowKinds) }),
  response: page(
    z.object({
      row: z.int(),
      /** Null where nothing was wrong with it. For `lost`, what each value is lost by. */
      message: z.string().nullable(),
      name: z.string().nullable(),
      /** Null where it made none, and when it is deleted. */
      applicationId: id.nullable(),
      candidateId: id.nullable(),
      /** As they stood in the file, where the row was not taken or lost a value. */
      cells: z.array(z.string()).nullable(),
    }),
  ),
})

/** The rows that were not taken: their original columns plus `error_code` and `error`, as CSV to mend and import again. */
export const downloadImportErrors = endpoint({
  name: 'downloadImportErrors',
  tag: 'Imports',
  summary: 'Download the rows that were not taken',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/errors/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
})

/**
 * The rows that were imported without some of their values: their original columns plus `import_id`, `row_number`,
 * `lost_column`, `lost_value` and `lost_reason`, as CSV. Corrected and imported again, it fills in what was lost.
 */
export const downloadImportLosses = endpoint({
  name: 'downloadImportLosses',
  tag: 'Imports',
  summary: 'Download the rows that lost values',
  method: 'GET',
  path: '/applications/bulk-import/status/{id}/losses/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
})

/** The rows that are left out because they look like no data, with what they hold and why. Reads the file anew. */
export const listLeftOutRows = endpoint({
  name: 'listLeftOutRows',
  tag: 'Imports',
  summary: 'List the rows that are left out',
  method: 'GET',
  path: '/imports/{id}/left-out/',
  permission: 'applications:import',
  params: idParams,
  query: importRowsPage,
  response: page(z.object({ row: z.int(), why: z.enum(leftOutReasons), cells: z.array(z.string()) })),
  errors: ['UNAVAILABLE'],
})

/** The same as CSV: the original columns plus `row_number` and `left_out_reason`. */
export const downloadLeftOutRows = endpoint({
  name: 'downloadLeftOutRows',
  tag: 'Imports',
  summary: 'Download the rows that are left out',
  method: 'GET',
  path: '/imports/{id}/left-out/report/',
  permission: 'applications:import',
  params: idParams,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
