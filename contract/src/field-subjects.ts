/** What custom fields can be added to. */
export const fieldSubjects = ['candidate', 'application', 'position', 'company', 'call'] as const

export type FieldSubject = (typeof fieldSubjects)[number]

/** A custom field in a file: `field.<key>`, or `candidate.<key>` for one of an application's candidate. */
export type FieldColumn = `field.${string}` | `candidate.${string}`

export const fieldColumnPattern = /^(?:field|candidate)\.[a-zA-Z0-9]{1,40}$/

export function isFieldColumn(name: string): name is FieldColumn {
  return fieldColumnPattern.test(name)
}

/** The sort of a list of applications by a custom field: its column, or `-column` for descending. */
export type FieldSort = FieldColumn | `-${FieldColumn}`

export const fieldSortPattern = /^-?(?:field|candidate)\.[a-zA-Z0-9]{1,40}$/

export function isFieldSort(sort: string): sort is FieldSort {
  return fieldSortPattern.test(sort)
}

/** Returns the column of a field in a file of applications. */
export function fieldColumnOf({ subject, key }: { subject: FieldSubject; key: string }): FieldColumn {
  return subject === 'candidate' ? `candidate.${key}` : `field.${key}`
}

export const fieldTypes = [
  'text',
  'longText',
  'number',
  'money',
  'date',
  'dateTime',
  'boolean',
  'choice',
  'choices',
  'user',
  'file',
  'link',
  'phone',
  'email',
] as const

export type FieldType = (typeof fieldTypes)[number]

/** Comparisons of a filter. Each type has some of them. */
const fieldOperators = [
  'is',
  'isNot',
  'contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'before',
  'after',
  'anyOf',
  'empty',
  'filled',
] as const

export type FieldOperator = (typeof fieldOperators)[number]

/** The most that a workspace can have. */
export const fieldLimits = {
  /** Fields of a subject that are not retired. */
  fields: 500,
  /** Options of a field, retired ones included. */
  options: 200,
  /** Fields that the cards of boards show. */
  onCards: 3,
  /** Fields of a subject that lists can be sorted by. */
  sortable: 20,
  key: 40,
  label: 80,
  help: 500,
  section: 60,
  unit: 20,
  optionLabel: 80,
  text: 500,
  longText: 10_000,
} as const

/** Days in which a retired field can be restored. */
export const fieldRestoreDays = 30
