import { type FieldColumn, isFieldColumn } from './field-subjects.ts'

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

/** Why a filled row below the header is not data: a note or total, a repeated header, a ruling. */
export const leftOutReasons = ['below_table', 'header_again', 'ruling'] as const

/** How many left-out rows can be included one by one. */
export const maxIncludedRows = 10_000
