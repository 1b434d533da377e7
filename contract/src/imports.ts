import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import {
  importFieldKeys,
  importMapping,
  importValueFields,
  leftOutReasons,
  maxImportBytes,
} from './import-fields.ts'

const importColumn = z.object({
  index: z.int(),
  /** Unique in the file: a second "Skills" is "Skills (2)". */
  header: z.string(),
  /** From the first filled of 20 rows. */
  samples: z.array(z.string()),
  suggestion: z.object({
    field: z.enum(importFieldKeys).nullable(),
    /** 0 to 1. Below 0.5 the column is not mapped until a person agrees: ask, and give `why`. */
    confidence: z.number(),
    why: z.string(),
  }),
})

const valueMatch = z.object({
  value: z.string(),
  count: z.int(),
  /** The id (position, owner), status type (status) or text (source) it is taken for; null: not known. */
  match: z.string().nullable(),
})

const importValues = z.object({
  position: z.array(valueMatch),
  status: z.array(valueMatch),
  source: z.array(valueMatch),
  owner: z.array(valueMatch),
})

/** How the column that says when somebody applied writes its dates: all of it decides. */
const importDateOrder = z.enum(['dmy', 'mdy', 'ymd', 'ambiguous'])

/** Where the numbers without a country code seem to be from; null where every number has one. */
const importPhones = z
  .object({
    /** ISO 3166, such as DE: for `phoneCountry` of the import. */
    country: z.string(),
    /** What it is suggested by: the last import of such a file, the numbers, the headers, the rows, or nothing else. */
    why: z.enum(['remembered', 'numbers', 'language', 'country_column', 'workspace']),
    /** Numbers that are read with it. */
    numbers: z.int(),
    /** Numbers in rows with a country of their own, which decides there. */
    byRow: z.int(),
    /** Of the numbers, so many were tried, of which so many are in use in the country. */
    checked: z.int(),
    fitting: z.int(),
  })
  .nullable()

const importAnalysis = z.object({
  id,
  fileName: z.string(),
  format: z.enum(['csv', 'tsv', 'xlsx']),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), rows: z.int() })).nullable(),
  sheet: z.string().nullable(),
  headerRow: z.int(),
  rowCount: z.int(),
  /** Filled rows under the header that look like no data. They are not imported unless they are taken in. */
  leftOutCount: z.int(),
  /** The first 100 of them, with what they hold. */
  leftOutRows: z.array(z.object({ row: z.int(), why: z.enum(leftOutReasons), text: z.string() })),
  columns: z.array(importColumn),
  /** The mapping used last for a file with these headers, by column index; null for new ones. */
  rememberedMapping: z.record(z.string(), z.enum(importFieldKeys)).nullable(),
  /** For the suggested mapping: the distinct values and what they are taken for. */
  values: importValues,
  dateOrder: importDateOrder,
  phones: importPhones,
})

/**
 * Takes a file (CSV, TSV, XLSX; up to 100 MB), finds its encoding, delimiter, sheet, header and columns, and
 * suggests what each means. Nothing is imported. `sheet` chooses another sheet of a workbook, `headerRow` another
 * row as header (0: there is none), `encoding` and `delimiter` how a text is read.
 */
export const analyzeImport = endpoint({
  name: 'analyzeImport',
  tag: 'Imports',
  summary: 'Upload a file and find what its columns mean',
  method: 'POST',
  path: '/applications/bulk-import/analyze/',
  permission: 'applications:import',
  query: z.object({
    sheet: z.string().max(200).optional(),
    headerRow: z.coerce.number().int().min(0).max(1_048_576).optional(),
    encoding: z.string().max(40).optional(),
    delimiter: z
      .string()
      .regex(/^[^"\r\n]{1,2}$/)
      .optional(),
  }),
  file: { field: 'file', maxBytes: maxImportBytes },
  response: importAnalysis,
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
})

/**
 * What the values of a file are once its columns mean what a person says they do: for columns mapped otherwise than
 * suggested. Reads the whole file, writes nothing.
 */
export const listImportValues = endpoint({
  name: 'listImportValues',
  tag: 'Imports',
  summary: 'List the values of mapped columns',
  method: 'POST',
  path: '/applications/bulk-import/values/',
  permission: 'applications:import',
  body: z.object({ importId: id, mapping: importMapping }),
  response: z.object({
    values: importValues,
    /** Fields with more distinct values than are listed, which are the commonest. */
    moreValues: z.array(z.enum(importValueFields)),
    dateOrder: importDateOrder,
    phones: importPhones,
  }),
})
