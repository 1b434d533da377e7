import { z } from 'zod'
import { id, optionalText } from './fields.ts'
import { importCaseChoices, importCaseKeys } from './import-cases.ts'

/** What a column of an imported file can mean. */
export const importFields = {
  /** Of an export from here: the row is about this application. */
  applicationId: /*i18n*/ 'Application ID',
  /** Of an export from here: the row is about this person. */
  candidateId: /*i18n*/ 'Candidate ID',
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
  /** When the application entered the status it is in. */
  statusAt: /*i18n*/ 'In status since',
  hiredAt: /*i18n*/ 'Hired on',
  /** When it ended otherwise: closed, rejected or withdrawn. */
  closedAt: /*i18n*/ 'Closed or rejected on',
  notes: /*i18n*/ 'Notes',
  tags: /*i18n*/ 'Tags',
  doNotCall: /*i18n*/ 'Do not call',
  consent: /*i18n*/ 'Consent',
} as const

export type ImportField = keyof typeof importFields

export const importFieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** Fields whose cells are dates. */
export const importDateFields = ['appliedAt', 'statusAt', 'hiredAt', 'closedAt'] as const

export type ImportDateField = (typeof importDateFields)[number]

/** A suggestion for a column with less confidence waits for a person's yes. */
export const confirmBelow = 0.5

export const maxImportBytes = 100 * 1024 * 1024

/** What happens to a row whose person, or whose application, exists already. */
export const importPolicies = {
  skip: 'Leave existing people and applications as they are',
  fill_blanks: 'Fill in only what is empty',
  overwrite: 'Replace with what the file says',
  create_anyway: 'Add a second person',
} as const

export type ImportPolicy = keyof typeof importPolicies

export const importPolicyKeys = Object.keys(importPolicies) as [ImportPolicy, ...ImportPolicy[]]

/** Values of these fields name something of the workspace and are matched to it one by one. */
export const importValueFields = ['position', 'status', 'source', 'owner'] as const

/** Column index → field; columns left out are not stored. */
export const importMapping = z.record(z.string().regex(/^\d{1,5}$/), z.enum(importFieldKeys))

/** Why a filled row under the header is no data: a note or total, the header once more, a drawn line. */
export const leftOutReasons = ['below_table', 'header_again', 'ruling'] as const

/** How many rows that are left out can be taken in one by one. */
export const mostTakenIn = 10_000

export const importCaseDecisions = z.partialRecord(z.enum(importCaseKeys), z.enum(importCaseChoices))

/** How a file is to be read: what each column means, what its values are, and what to do with people who exist. */
export const importSettings = z.object({
  importId: id,
  mapping: importMapping,
  /** Field → value in the file → what it is: a position or user id, a status type, a source; null: leave empty. */
  values: z
    .partialRecord(z.enum(importValueFields), z.record(z.string().max(500), z.string().max(200).nullable()))
    .default({}),
  /**
   * For rows whose file names no position. Without it, and without a column of positions, people are added without
   * applications.
   */
  positionId: id.nullish(),
  /** For rows whose file names no source. */
  source: optionalText(120),
  ownerId: id.nullish(),
  policy: z.enum(importPolicyKeys).default('skip'),
  /** Case → what becomes of its rows; the first of its choices where nothing is said. */
  cases: importCaseDecisions.optional(),
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  /**
   * Where numbers without a country code are from, unless a row has a country of its own. Left out: as the analysis
   * suggests, in the end the workspace's country.
   */
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, /*i18n*/ 'Two letters, such as US')
    .optional(),
  /** The rows, by number, that look like no data and are imported all the same. */
  takeIn: z.union([z.literal('all'), z.array(z.int().min(1).max(100_000_000)).max(mostTakenIn)]).optional(),
})

/** How many rows lost a value of each field, the commonest first. */
export const importLosses = z.array(z.object({ field: z.enum(importFieldKeys), rows: z.int() }))
