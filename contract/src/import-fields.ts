import { z } from 'zod'
import { type FieldColumn, isFieldColumn } from './field-subjects.ts'
import { id, optionalText } from './fields.ts'
import { importCaseChoices, importCaseKeys } from './import-cases.ts'
import { lineName } from './names.ts'
import { statusTypeKeys } from './status-types.ts'

/** The fields that a column of an imported file can be mapped to. */
export const importFields = {
  /** From an export of Muster: the application of the row. */
  applicationId: /*i18n*/ 'Application ID',
  /** From an export of Muster: the person of the row. */
  candidateId: /*i18n*/ 'Candidate ID',
  externalId: /*i18n*/ 'External ID',
  fullName: /*i18n*/ 'Full name',
  firstName: /*i18n*/ 'First name',
  /** Second names, initials, patronymics and the particles before a last name. */
  middleName: /*i18n*/ 'Middle name',
  lastName: /*i18n*/ 'Last name',
  secondLastName: /*i18n*/ 'Second last name',
  /** What tells people of the same name apart, such as Jr, Sr or III. */
  nameSuffix: /*i18n*/ 'Name suffix',
  email: /*i18n*/ 'Email',
  phone: /*i18n*/ 'Phone',
  profileUrl: /*i18n*/ 'Profile URL',
  location: /*i18n*/ 'Location or full address',
  street: /*i18n*/ 'Street',
  city: /*i18n*/ 'City',
  region: /*i18n*/ 'State or region',
  postalCode: /*i18n*/ 'Postal code',
  country: /*i18n*/ 'Country',
  currentCompany: /*i18n*/ 'Current employer',
  currentTitle: /*i18n*/ 'Current title',
  position: /*i18n*/ 'Position',
  /** The company that the row's position is at, beside its name. */
  clientCompany: /*i18n*/ 'Client company',
  status: /*i18n*/ 'Status',
  source: /*i18n*/ 'Source',
  owner: /*i18n*/ 'Owner',
  appliedAt: /*i18n*/ 'Applied on',
  /** When the application entered its current status. */
  statusAt: /*i18n*/ 'In status since',
  hiredAt: /*i18n*/ 'Hired on',
  /** When it was closed, rejected or withdrawn. */
  closedAt: /*i18n*/ 'Closed or rejected on',
  notes: /*i18n*/ 'Notes',
  tags: /*i18n*/ 'Tags',
  doNotCall: /*i18n*/ 'Do not call',
  consent: /*i18n*/ 'Consent',
} as const

export type ImportField = keyof typeof importFields

export const importFieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** A custom field of the row's application (`field.<key>`) or of its candidate (`candidate.<key>`). */
export type CustomImportField = FieldColumn

/** What a column of an imported file can be mapped to. */
export type ImportTarget = ImportField | CustomImportField

export const isCustomTarget: (target: string) => target is CustomImportField = isFieldColumn

const targets: ReadonlySet<string> = new Set(importFieldKeys)

export const importTarget = z
  .string()
  .max(60)
  .refine(
    (target) => targets.has(target) || isCustomTarget(target),
    /*i18n*/ 'Use a field of imports, `field.<key>` or `candidate.<key>`',
  )
  .describe(
    `A field: ${importFieldKeys.map((key) => `\`${key}\``).join(', ')}; or a custom field: \`field.<key>\` of the application, \`candidate.<key>\` of the candidate`,
  ) as unknown as z.ZodType<ImportTarget, ImportTarget>

/** Fields whose cells are dates. */
export const importDateFields = ['appliedAt', 'statusAt', 'hiredAt', 'closedAt'] as const

export type ImportDateField = (typeof importDateFields)[number]

/** A suggestion with less confidence needs a user's confirmation. */
export const confirmBelow = 0.5

export const maxImportBytes = 100 * 1024 * 1024

/** What happens to a row whose person or application exists already. */
export const importPolicies = {
  skip: 'Leave existing people and applications as they are',
  fill_blanks: 'Fill in only what is empty',
  overwrite: 'Replace with what the file says',
  create_anyway: 'Add a second person',
} as const

export type ImportPolicy = keyof typeof importPolicies

export const importPolicyKeys = Object.keys(importPolicies) as [ImportPolicy, ...ImportPolicy[]]

/** Fields whose values are matched to records of the workspace one by one. */
export const importValueFields = ['position', 'status', 'source', 'owner'] as const

/** Column index → field; columns left out are not stored. */
export const importMapping = z.record(z.string().regex(/^\d{1,5}$/), importTarget)

/** Why a filled row below the header is not data: a note or total, a repeated header, a ruling. */
export const leftOutReasons = ['below_table', 'header_again', 'ruling'] as const

/** How many left-out rows can be included one by one. */
export const maxIncludedRows = 10_000

export const importCaseDecisions = z.partialRecord(z.enum(importCaseKeys), z.enum(importCaseChoices))

/** The company of a new position: an existing one, or the name of one that is created unless it exists. */
const company = z.object({ companyId: id.optional(), companyName: lineName(200).optional() })

const newPosition = company.extend({
  name: lineName(200).optional().describe('Defaults to the value of the column'),
})

const hasOneCompany = ({ companyId, companyName }: z.output<typeof company>) =>
  Boolean(companyId) !== Boolean(companyName)
const oneCompany = { path: ['companyName'], message: /*i18n*/ 'Send either companyId or companyName' }

/**
 * Records that the import creates when it starts, before its first row. Each requires the permission to create it by
 * hand: `positions:write` for positions and statuses, `companies:write` for companies.
 */
const importCreate = z.object({
  positions: z
    .record(lineName(500), newPosition.refine(hasOneCompany, oneCompany))
    .default({})
    .describe(
      'Value of `values.position` → company and name of a new open position, made from the default pipeline',
    ),
  position: company
    .extend({ name: lineName(200) })
    .refine(hasOneCompany, oneCompany)
    .optional()
    .describe('A new position for rows whose file names none'),
  statuses: z
    .record(lineName(60), z.enum(statusTypeKeys))
    .default({})
    .describe(
      'Value of the status column → type of a new status of that name, on the positions whose rows have it',
    ),
})

/** A record that an import created, or would create. */
export const importedRecord = z.object({
  kind: z.enum(['company', 'position', 'status']),
  id,
  name: z.string(),
  within: z.string().nullable().describe('The company of a position, the position of a status'),
  removed: z
    .boolean()
    .default(false)
    .describe(
      "Whether the import's undo removed it, or would. Records that are used or were edited since stay.",
    ),
})

/** How a file is read: the meaning of each column and of its values, and what happens to existing people. */
export const importSettings = z.object({
  importId: id,
  mapping: importMapping,
  values: z
    .partialRecord(z.enum(importValueFields), z.record(z.string().max(500), z.string().max(200).nullable()))
    .default({})
    .describe(
      'Field → value in the file → its meaning: a position or user ID, a status type, a source; null: leave empty',
    ),
  invitedOwners: z
    .record(z.string().max(500), id)
    .optional()
    .describe(
      'Value in the column of owners, null in `values` → ID of an invitation. Its rows are unassigned until the invitation is accepted, and then assigned to the new user. Requires `users:manage`.',
    ),
  positionId: id
    .nullish()
    .describe(
      'For rows whose file names no position, unless `create.position` makes one. Without either, and without a column of positions, people are added without applications.',
    ),
  create: importCreate.optional(),
  undecided: z
    .enum(['refuse', 'report'])
    .default('refuse')
    .describe(
      'Positions, statuses and owners that are unknown and not decided: `refuse` the import, or `report` them: rows with such a position or status are rejected, such an owner is a lost value',
    ),
  source: optionalText(120).describe('For rows whose file names no source'),
  ownerId: id.nullish(),
  policy: z.enum(importPolicyKeys).default('skip'),
  cases: importCaseDecisions
    .optional()
    .describe("Case → choice for its rows; defaults to the case's first choice"),
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, /*i18n*/ 'Enter a two-letter code, such as US')
    .optional()
    .describe(
      "The country of numbers without a country code, unless the row has a country of its own. Defaults to the analysis' suggestion, then to the workspace's country.",
    ),
  takeIn: z
    .union([z.literal('all'), z.array(z.int().min(1).max(100_000_000)).max(maxIncludedRows)])
    .optional()
    .describe('The numbers of rows that look like no data and are imported anyway'),
})

/** How many rows lost a value of each field, the commonest first. */
export const importLosses = z.array(z.object({ field: importTarget, rows: z.int() }))
