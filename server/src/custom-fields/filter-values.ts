import { isStaff } from '@muster/contract/client-access.ts'
import type { FieldOperator, FieldSubject } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { forbidden, invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { fieldTypeRules, UnfitValue } from './field-types.ts'
import { loadFields } from './load-fields.ts'
import { subjectTables } from './subject-tables.ts'

type Condition = RawBuilder<SqlBool>

/** One filter of a list by a custom field. */
export interface FieldFilter {
  field: Field
  operator: FieldOperator
  /** Several for `anyOf`; none for `empty` and `filled`. */
  operands: FieldValue[]
}

const compared = { gt: '>', gte: '>=', lt: '<', lte: '<=', before: '<', after: '>' } as const

/** Splits `key:operator:value`; the value may contain colons. */
function parse(filter: string): { key: string; operator: string; value: string | null } {
  const [key = '', operator = '', ...rest] = filter.split(':')
  return { key, operator, value: rest.length ? rest.join(':') : null }
}

function readOperands({ operator, value }: ReturnType<typeof parse>, field: Field): FieldValue[] {
  const { readOperand } = fieldTypeRules[field.type]
  if (operator === 'empty' || operator === 'filled') {
    if (value) throw new UnfitValue(t`This comparison takes no value`)
    return []
  }
  if (value === null || value === '') throw new UnfitValue(t`Add a value to compare with`)
  const texts = operator === 'anyOf' ? value.split(',').filter(Boolean) : [value]
  return texts.map((text) => readOperand(text, field))
}

/**
 * Reads one filter by a custom field.
 * @throws VALIDATION on `field`, which names the filter
 */
export function readFieldFilter(filter: string, fields: readonly Field[]): FieldFilter {
  const parsed = parse(filter)
  const refuse = (reason: string) => invalid('field', t`${filter}: ${reason}`)
  const field = fields.find(({ key }) => key === parsed.key)
  if (!field) throw refuse(t`There is no field with this key`)
  const { operators } = fieldTypeRules[field.type]
  const operator = operators.find((each) => each === parsed.operator)
  if (!operator) throw refuse(t`This field can be compared by: ${operators.join(', ')}`)
  try {
    return { field, operator, operands: readOperands(parsed, field) }
  } catch (error) {
    if (error instanceof UnfitValue) throw refuse(error.message)
    throw error
  }
}

/** Matches rows with a value, by the GIN index. */
export function isValue(
  column: RawBuilder<unknown>,
  { key, type }: Pick<Field, 'key' | 'type'>,
  operand: FieldValue,
): Condition {
  const value = type === 'choices' ? [operand] : type === 'money' ? { amount: operand } : operand
  return sql<SqlBool>`(${column} @> ${JSON.stringify({ [key]: value })}::jsonb and ${column} <> '{}')`
}

/** Returns a filter as a condition on the column with the values of a row. */
export function fieldCondition(
  { field, operator, operands }: FieldFilter,
  column: RawBuilder<unknown>,
): Condition {
  const { key, type } = field
  const [operand] = operands
  const value = sql`(${column} -> ${key})`
  const text = sql`(${column} ->> ${key})`
  switch (operator) {
    case 'empty':
      return sql<SqlBool>`not ${column} ? ${key}`
    case 'filled':
      return sql<SqlBool>`${column} ? ${key}`
    case 'is':
      return isValue(column, field, operand!)
    case 'isNot':
      return sql<SqlBool>`not ${isValue(column, field, operand!)}`
    case 'anyOf':
      if (operands.length === 0) return sql<SqlBool>`false`
      return sql<SqlBool>`(${sql.join(
        operands.map((each) => isValue(column, field, each)),
        sql` or `,
      )})`
    case 'contains':
      return sql<SqlBool>`fold(${text}) like fold(${`%${String(operand).replace(/[\\%_]/g, '\\$&')}%`})`
    case 'before':
    case 'after':
      return sql<SqlBool>`${text} collate "C" ${sql.raw(compared[operator])} ${String(operand)}`
    default: {
      const number = type === 'money' ? sql`(${value} -> 'amount')` : value
      // jsonb compares numbers as numbers, and fails for no other value.
      return sql<SqlBool>`(jsonb_typeof(${number}) = 'number'
        and ${number} ${sql.raw(compared[operator])} ${JSON.stringify(operand)}::jsonb)`
    }
  }
}

/** @throws FORBIDDEN for client reviewers, who see no custom fields */
async function visibleFields(db: Database, actor: Actor, subject: FieldSubject): Promise<Field[]> {
  const name = 'field'
  if (!isStaff(actor.role)) throw forbidden(t`Your role cannot use this filter: ${name}`)
  const fields = await loadFields(db, actor.workspaceId, subject)
  return fields.filter((field) => maySeeField(actor, field))
}

/**
 * Returns the filters of a list by custom fields as conditions on the table of its subject.
 * @throws VALIDATION on `field` for an unknown field, a comparison that its type does not have, and an invalid value
 */
export async function fieldConditions(
  db: Database,
  actor: Actor,
  subject: FieldSubject,
  filters: readonly string[] | undefined,
): Promise<Condition[]> {
  if (!filters?.length) return []
  const fields = await visibleFields(db, actor, subject)
  const column = sql.ref(`${subjectTables[subject]}.custom_fields`)
  return filters.map((filter) => fieldCondition(readFieldFilter(filter, fields), column))
}

/** What an application belongs to: the prefix of its fields is the name of its subject. */
const related: Record<'candidate' | 'position' | 'company', (actor: Actor, among: Condition) => Condition> = {
  candidate: ({ workspaceId }, among) => sql`applications.candidate_id in (
    select one.id from candidates one where one.workspace_id = ${workspaceId} and ${among}
  )`,
  position: ({ workspaceId }, among) => sql`applications.position_id in (
    select one.id from positions one where one.workspace_id = ${workspaceId} and ${among}
  )`,
  company: ({ workspaceId }, among) => sql`applications.position_id in (
    select p.id from positions p join companies one on one.workspace_id = p.workspace_id and one.id = p.company_id
    where p.workspace_id = ${workspaceId} and ${among}
  )`,
}

const relatedSubjects = Object.keys(related) as (keyof typeof related)[]

/**
 * Reads the filters of applications by custom fields: `candidate.<key>`, `position.<key>` and `company.<key>` are fields of
 * what they belong to.
 * @throws VALIDATION on `field`
 */
export async function readApplicationFilters(
  db: Database,
  actor: Actor,
  filters: readonly string[] | undefined,
): Promise<FieldFilter[]> {
  const read: FieldFilter[] = []
  for (const filter of filters ?? []) {
    const subject = relatedSubjects.find((each) => filter.startsWith(`${each}.`))
    const own = subject ? filter.slice(subject.length + 1) : filter
    read.push(readFieldFilter(own, await visibleFields(db, actor, subject ?? 'application')))
  }
  return read
}

/** As `fieldConditions`, for applications. */
export async function applicationFieldConditions(
  db: Database,
  actor: Actor,
  filters: readonly string[] | undefined,
): Promise<Condition[]> {
  const bySubject = Map.groupBy(
    await readApplicationFilters(db, actor, filters),
    ({ field }) => field.subject,
  )
  const conditionsOn = (subject: FieldSubject, column: string) =>
    (bySubject.get(subject) ?? []).map((filter) => fieldCondition(filter, sql.ref(column)))
  return [
    ...conditionsOn('application', 'applications.custom_fields'),
    ...relatedSubjects.flatMap((subject) => {
      const theirs = conditionsOn(subject, 'one.custom_fields')
      return theirs.length > 0 ? [related[subject](actor, sql`${sql.join(theirs, sql` and `)}`)] : []
    }),
  ]
}
