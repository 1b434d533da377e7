import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldTypes } from './field-subjects.ts'
import { id } from './fields.ts'
import { importValueFields, leftOutReasons, maxImportBytes } from './import-fields.ts'
import { importMapping, importTarget } from './import-settings.ts'

const importColumn = z.object({
  index: z.int(),
  header: z.string().describe('Unique in the file: a second "Skills" is "Skills (2)"'),
  samples: z.array(z.string()).describe('From the first filled of 20 rows'),
  suggestion: z.object({
    field: importTarget.nullable(),
    confidence: z
      .number()
      .describe('0 to 1. Below 0.5 the column is not mapped until a person agrees: ask, and give `why`.'),
    why: z.string(),
  }),
})

const valueMatch = z.object({
  value: z.string(),
  count: z.int(),
  match: z
    .string()
    .nullable()
    .describe(
      'The ID (position, owner), status type (status) or text (source) that it matches; null: unknown',
    ),
  leftEmpty: z
    .literal(true)
    .optional()
    .describe('Whether it was left empty in the last import of a file with these headers'),
})

const positionMatch = valueMatch.extend({
  name: z
    .string()
    .optional()
    .describe('The position of the value `Driver · Halden Freight`, where the row names a client company'),
  company: z.string().optional().describe('The client company of such a value'),
})

const importValues = z.object({
  position: z.array(positionMatch),
  status: z.array(valueMatch),
  source: z.array(valueMatch),
  owner: z.array(valueMatch),
})

/** The date format of the column with the application date, decided by the whole column. */
const importDateOrder = z.enum(['dmy', 'mdy', 'ymd', 'ambiguous'])

/** The likely country of numbers without a country code; null if every number has one. */
const importPhones = z
  .object({
    country: z.string().describe('ISO 3166, such as DE: for `phoneCountry` of the import'),
    why: z
      .enum(['remembered', 'numbers', 'language', 'country_column', 'workspace'])
      .describe(
        'The reason for the suggestion: the last import of such a file, the numbers, the headers, the rows, or the default',
      ),
    numbers: z.int().describe('Numbers that are read with it'),
    byRow: z.int().describe('Numbers in rows with a country of their own, which takes precedence'),
    checked: z
      .int()
      .describe('How many numbers were checked, and how many of these are in use in the country'),
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
  leftOutCount: z
    .int()
    .describe(
      'Filled rows below the header that look like no data. They are imported only if they are included.',
    ),
  leftOutRows: z
    .array(z.object({ row: z.int(), why: z.enum(leftOutReasons), text: z.string() }))
    .describe('The first 100 of them, with their content'),
  columns: z.array(importColumn),
  rememberedMapping: z
    .record(z.string(), importTarget)
    .nullable()
    .describe('The mapping used last for a file with these headers, by column index; null for new ones'),
  values: importValues.describe('For the suggested mapping: the distinct values and their matches'),
  dateOrder: importDateOrder,
  phones: importPhones,
})

export const analyzeImport = endpoint({
  name: 'analyzeImport',
  tag: 'Imports',
  summary: 'Upload a file and suggest a mapping',
  description:
    'Accepts a file (CSV, TSV, XLSX; up to 100 MB), detects its encoding, delimiter, sheet, header and ' +
    'columns, and suggests the meaning of each column. Nothing is imported. `sheet` chooses another sheet of ' +
    'a workbook, `headerRow` another header row (0: none), `encoding` and `delimiter` how to read a text ' +
    'file.',
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

export const suggestImportField = endpoint({
  name: 'suggestImportField',
  tag: 'Imports',
  summary: 'Suggest a custom field for a column',
  description:
    'Returns what a custom field of a column could be, by all its values: for `createCustomField`, whose key is ' +
    'then mapped. Reads the whole file and writes nothing.',
  method: 'POST',
  path: '/applications/bulk-import/field-suggestion/',
  permission: 'applications:import',
  body: z.object({ importId: id, column: z.int().min(0).max(20_000).describe('The index of the column') }),
  response: z.object({
    label: z.string().describe('The header of the column'),
    type: z.enum(fieldTypes).describe('The type that fits best'),
    filled: z.int().describe('Rows with a value'),
    types: z
      .array(
        z.object({
          type: z.enum(fieldTypes).describe('A possible type'),
          fitting: z.int().describe('How many values fit it'),
        }),
      )
      .describe('How many of the values fit each possible type'),
    options: z
      .array(z.string())
      .describe('The distinct values, the most frequent first; empty if there are more than 50'),
  }),
})

export const listImportValues = endpoint({
  name: 'listImportValues',
  tag: 'Imports',
  summary: 'List the values of mapped columns',
  description:
    'Returns the values of a file under a mapping that differs from the suggested one. Reads the whole file ' +
    'and writes nothing.',
  method: 'POST',
  path: '/applications/bulk-import/values/',
  permission: 'applications:import',
  body: z.object({ importId: id, mapping: importMapping }),
  response: z.object({
    values: importValues,
    moreValues: z
      .array(z.enum(importValueFields))
      .describe('Fields with more distinct values than are listed. The listed ones are the most frequent.'),
    dateOrder: importDateOrder,
    phones: importPhones,
  }),
})
