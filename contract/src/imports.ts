import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { id, idParams, optionalText, timestamp, userRef } from './fields.ts'
import { importCaseChoices, importCaseKeys } from './import-cases.ts'
import { defaultPageSize, listQuery, maxPageSize, page, pageQuery } from './paging.ts'

/** What a column of an imported file can mean. */
export const importFields = {
  externalId: /*i18n*/ 'External id',
  fullName: /*i18n*/ 'Full name',
  firstName: /*i18n*/ 'First name',
  lastName: /*i18n*/ 'Last name',
  email: /*i18n*/ 'E-mail',
  phone: /*i18n*/ 'Phone',
  profileUrl: /*i18n*/ 'Profile URL',
  location: /*i18n*/ 'Location or full address',
  street: /*i18n*/ 'Street',
  city: /*i18n*/ 'City',
  region: /*i18n*/ 'State or region',
  postalCode: /*i18n*/ 'Postal code',
  country: /*i18n*/ 'Country',
  currentCompany: /*i18n*/ 'Current company',
  currentTitle: /*i18n*/ 'Current title',
  position: /*i18n*/ 'Position',
  status: /*i18n*/ 'Status',
  source: /*i18n*/ 'Source',
  owner: /*i18n*/ 'Owner',
  appliedAt: /*i18n*/ 'Applied',
  notes: /*i18n*/ 'Notes',
  tags: /*i18n*/ 'Tags',
  doNotCall: /*i18n*/ 'Do not call',
  consent: /*i18n*/ 'Consent',
} as const

export type ImportField = keyof typeof importFields

export const importFieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]]

export const maxImportBytes = 100 * 1024 * 1024

/** What happens to a row whose person, or whose application, exists already. */
export const importPolicies = {
  skip: 'Leave existing people and applications as they are',
  fill_blanks: 'Fill in only what is empty',
  overwrite: 'Replace with what the file says',
  create_anyway: 'Add a second person',
} as const

export type ImportPolicy = keyof typeof importPolicies

const importPolicyKeys = Object.keys(importPolicies) as [ImportPolicy, ...ImportPolicy[]]

export const importStates = ['analyzed', 'queued', 'running', 'completed', 'failed', 'canceled'] as const

/** Values of these fields name something of the workspace and are matched to it one by one. */
export const importValueFields = ['position', 'status', 'source', 'owner'] as const

const importColumn = z.object({
  index: z.int(),
  /** Unique in the file: a second "Skills" is "Skills (2)". */
  header: z.string(),
  /** From the first filled of 20 rows. */
  samples: z.array(z.string()),
  suggestion: z.object({
    field: z.enum(importFieldKeys).nullable(),
    /** 0 to 1. */
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
  /** Filled rows under the header that are no data and are not imported: at most the first 100. */
  leftOutRows: z.array(z.object({ row: z.int(), why: z.enum(['below_table', 'header_again']) })),
  columns: z.array(importColumn),
  /** The mapping used last for a file with these headers, by column index; null for new ones. */
  rememberedMapping: z.record(z.string(), z.enum(importFieldKeys)).nullable(),
  /** For the suggested mapping: the distinct values and what they are taken for. */
  values: importValues,
  dateOrder: importDateOrder,
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
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
})

/** Column index → field; columns left out are not stored. */
const importMapping = z.record(z.string().regex(/^\d{1,5}$/), z.enum(importFieldKeys))

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
  }),
})

const importCaseDecisions = z.partialRecord(z.enum(importCaseKeys), z.enum(importCaseChoices))

/** How a file is to be read: what each column means, what its values are, and what to do with people who exist. */
const importSettings = z.object({
  importId: id,
  mapping: importMapping,
  /** Field → value in the file → what it is: a position or user id, a status type, a source; null: leave empty. */
  values: z
    .partialRecord(z.enum(importValueFields), z.record(z.string().max(500), z.string().max(200).nullable()))
    .default({}),
  /** For rows whose file names no position. */
  positionId: id.nullish(),
  /** For rows whose file names no source. */
  source: optionalText(120),
  ownerId: id.nullish(),
  policy: z.enum(importPolicyKeys).default('skip'),
  /** Case → what becomes of its rows; the first of its choices where nothing is said. */
  cases: importCaseDecisions.optional(),
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']).optional(),
})

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

const importStatus = z.object({
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

export const importRowResults = ['created', 'updated', 'skipped', 'conflict', 'invalid'] as const

/** What became of the rows of an import, one kind at a time, in the order of the file. */
export const listImportRows = endpoint({
  name: 'listImportRows',
  tag: 'Imports',
  summary: 'List the rows of an import by what became of them',
  method: 'GET',
  path: '/imports/{id}/rows/',
  permission: 'applications:import',
  params: idParams,
  query: z.object({
    result: z.enum(importRowResults),
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
    /** The row after which to go on, as answered in `nextCursor`. */
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  }),
  response: page(
    z.object({
      row: z.int(),
      /** Null where nothing was wrong with it. */
      message: z.string().nullable(),
      name: z.string().nullable(),
      /** Null where it made none, and when it is deleted. */
      applicationId: id.nullable(),
      candidateId: id.nullable(),
      /** As they stood in the file, where the row was not taken. */
      cells: z.array(z.string()).nullable(),
    }),
  ),
})

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
  query: z.object({
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
    /** The row after which to go on, as answered in `nextCursor`. */
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  }),
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
