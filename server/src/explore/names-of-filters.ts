import { dispositions } from '@muster/contract/dispositions.ts'
import type { FieldOperator } from '@muster/contract/field-subjects.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import type { FieldFilter } from '../custom-fields/filter-values.ts'
import { readApplicationFilters } from '../custom-fields/filter-values.ts'
import { showValue } from '../custom-fields/read-values.ts'
import { namesInScope } from '../dashboard/names-in-scope.ts'
import type { Database } from '../database/connect.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'
import type { ExploreFilters } from './explore-facts.ts'

const operators: Record<FieldOperator, string> = {
  is: /*i18n*/ 'is',
  isNot: /*i18n*/ 'is not',
  contains: /*i18n*/ 'contains',
  gt: /*i18n*/ 'more than',
  gte: /*i18n*/ 'at least',
  lt: /*i18n*/ 'less than',
  lte: /*i18n*/ 'at most',
  before: /*i18n*/ 'before',
  after: /*i18n*/ 'after',
  anyOf: /*i18n*/ 'is any of',
  empty: /*i18n*/ 'is empty',
  filled: /*i18n*/ 'has a value',
}

/** Returns a filter by a custom field in words: "at least 5 km". */
function wordsOfFilter(
  { field, operator, operands }: FieldFilter,
  users: ReadonlyMap<string, string>,
): string {
  const shown = operands.map((operand) => {
    if (field.type === 'choices') return showValue([operand as string], field, users)
    if (field.type === 'money')
      return showValue({ amount: operand as number, currency: field.currency ?? '' }, field, users)
    return showValue(operand, field, users)
  })
  return [translate(operators[operator]), formatList(shown.filter((value) => value !== null))]
    .filter(Boolean)
    .join(' ')
}

/** Returns the filters by custom fields in words, by the label of the field. */
async function namesOfFields(
  db: Database,
  actor: Actor,
  filters: ExploreFilters,
): Promise<[string, string[]][]> {
  const read = await readApplicationFilters(db, actor, filters.field)
  const ids = read.flatMap(({ field, operands }) => (field.type === 'user' ? operands.map(String) : []))
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users
    where workspace_id = ${actor.workspaceId} and id = any(${ids}::uuid[]) and ${userScope(actor)}
  `.execute(db)
  const users = new Map(rows.map(({ id, name }) => [id, name]))
  return read.map((filter) => [filter.field.label, [wordsOfFilter(filter, users)]])
}

const isId = (value: string) => value.length === 36

/** Returns the filters of a report in words: each with the values it allows. */
export async function namesOfFilters(
  db: Database,
  actor: Actor,
  filters: ExploreFilters,
): Promise<[string, string][]> {
  const names = async (table: Parameters<typeof namesInScope>[2], values: readonly string[] = []) => {
    const known = await namesInScope(db, actor, table, values.filter(isId))
    const words = values.filter((value) => !isId(value)).map((value) => (value === 'me' ? t`me` : t`none`))
    return [...known, ...words]
  }
  const states = { open: t`open`, on_hold: t`on hold`, closed: t`closed` }
  const yesOrNo = (value: boolean | undefined, yes: string, no: string) =>
    value === undefined ? [] : [value ? yes : no]
  const lines: [string, string[]][] = [
    [t`Company`, await names('companies', filters.companyId)],
    [t`Position`, await names('positions', filters.positionId)],
    [t`State of the position`, (filters.positionState ?? []).map((state) => states[state])],
    [t`Pipeline`, await names('pipelines', filters.pipelineId)],
    [t`Owner`, await names('users', filters.ownerId)],
    [t`Agent`, await names('agents', filters.agentId)],
    [t`Call queue`, await names('call_queues', filters.queueId)],
    [t`Voice campaign`, await names('voice_campaigns', filters.campaignId)],
    [t`Source`, [...(filters.source ?? []), ...yesOrNo(filters.sourceless, t`none`, t`any`)]],
    [t`Tag`, filters.tag ?? []],
    [t`Current stage`, (filters.statusType ?? []).map((type) => translate(statusTypes[type].label))],
    [t`Outcome`, (filters.disposition ?? []).map((key) => translate(dispositions[key].label))],
    [t`Reason`, await names('reasons', filters.reasonId)],
    [t`State`, yesOrNo(filters.open, t`open`, t`closed`)],
    ...(await namesOfFields(db, actor, filters)),
  ]
  const set = lines.filter(([, values]) => values.length > 0)
  return set.length > 0 ? set.map(([label, values]) => [label, formatList(values)]) : [[t`Filters`, t`None`]]
}
