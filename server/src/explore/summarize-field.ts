import {
  type Aggregate,
  costOfCalls,
  hasSummaries,
  type Measure,
  measures,
  readSummarizedField,
  type Summarized,
  type SummarizedSubject,
} from '@muster/contract/measures.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t, translate } from '#texts'
import { invalid } from '../app-error.ts'
import type { Field } from '../custom-fields/field.ts'
import { loadSummarizedField } from '../custom-fields/load-summarized-field.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'

/** What of a field a summary needs. The costs of calls are no custom field, and have these too. */
type SummarizedValues = Pick<Field, 'key' | 'type' | 'label' | 'unit' | 'currency'>

/** A custom field, or the costs of calls, whose values are summarized. */
export interface Summary {
  name: Summarized
  subject: SummarizedSubject
  field: SummarizedValues
  aggregate: Aggregate
}

/** Calls have the currency that their provider reported. */
const costs = (): SummarizedValues => ({
  key: costOfCalls,
  type: 'money',
  label: t`Call costs`,
  unit: null,
  currency: null,
})

/**
 * Returns what a query summarizes; null if it counts rows.
 * @throws VALIDATION on `of` for a field that does not exist for the actor, and a measure that does not count what has it
 */
export async function readSummary(
  db: Database,
  actor: Actor,
  {
    of,
    aggregate,
    measure,
  }: { of?: Summarized | undefined; aggregate: Aggregate; measure: readonly Measure[] },
): Promise<Summary | null> {
  if (!of) return null
  const isCost = of === costOfCalls
  const field = isCost ? costs() : await loadSummarizedField(db, actor, of)
  const subject = isCost ? 'call' : readSummarizedField(of).subject
  const unfit = measure.find((each) => !hasSummaries(each, of))
  if (unfit) {
    const label = translate(measures[unfit].label)
    throw invalid(
      'of',
      subject === 'call'
        ? t`“${label}” does not count calls, whose values could be summarized`
        : t`“${label}” does not count applications, whose values could be summarized`,
    )
  }
  return { name: of, subject, field, aggregate }
}

interface SummarizedValue {
  number: RawBuilder<unknown>
  currency: RawBuilder<string | null>
  /** Whether there is a value, as the filter `filled` finds it. */
  isFilled: RawBuilder<SqlBool>
  /** Whose value it is: it counts once in a cell. */
  item: RawBuilder<string>
  /** What the list of the measure has a row for. */
  row: RawBuilder<string>
}

/** Where the values of a subject are, beside the facts `f` with the joins of its grouping. */
const places: Record<SummarizedSubject, { column: string; item: string; row: string }> = {
  application: { column: 'applications.custom_fields', item: 'f.subject_id', row: 'f.subject_id' },
  candidate: { column: 'candidates.custom_fields', item: 'candidates.id', row: 'f.subject_id' },
  call: { column: 'grouped_call.custom_fields', item: 'f.row_id', row: 'f.row_id' },
}

/** Returns the value as a number, money in minor units, and its currency. */
export function summarizedValue({ name, subject, field: { key, type } }: Summary): SummarizedValue {
  const place = places[subject]
  const whose = { item: sql.ref<string>(place.item), row: sql.ref<string>(place.row) }
  if (name === costOfCalls)
    return {
      ...whose,
      number: sql`grouped_call.cost_minor::numeric`,
      currency: sql`grouped_call.currency`,
      isFilled: sql`(grouped_call.cost_minor is not null and grouped_call.currency is not null)`,
    }
  const column = sql.ref(place.column)
  return {
    ...whose,
    number:
      type === 'money'
        ? sql`(${column} #>> array[${key}, 'amount']::text[])::numeric`
        : sql`(${column} ->> ${key}::text)::numeric`,
    currency: type === 'money' ? sql`${column} #>> array[${key}, 'currency']::text[]` : sql`null::text`,
    isFilled: sql`coalesce(${column} ? ${key}, false)`,
  }
}

const aggregated: Record<Aggregate, RawBuilder<number>> = {
  sum: sql`sum(fact.value)`,
  average: sql`avg(fact.value)`,
  median: sql`percentile_cont(0.5) within group (order by fact.value)`,
}

/** Returns the columns of a cell that summarizes the values of distinct items, each with its number of rows. */
export function summaryColumns({ aggregate }: Summary): RawBuilder<unknown> {
  return sql`
    count(*)::float8 as n, null::float8 as part, coalesce(sum(fact.rows), 0)::float8 as rows, null::float8 as sum,
    null::json as values, ${aggregated[aggregate]}::float8 as summary,
    array_agg(distinct fact.currency) filter (where fact.currency is not null) as currencies
  `
}

/**
 * Returns the currency of the values; null if they are numbers.
 * @throws VALIDATION on `of` for values in several currencies, also if only the period before has another one
 */
export function currencyOf(
  { name, field }: Summary,
  cells: readonly { currencies?: readonly string[] | null }[],
): string | null {
  const found = [...new Set(cells.flatMap(({ currencies }) => currencies ?? []))].sort()
  if (found.length > 1) {
    const list = formatList(found)
    throw invalid(
      'of',
      name === costOfCalls
        ? t`The calls cost ${list}, which do not add up. Filter by agent, call queue or voice campaign.`
        : t`The values of “${field.label}” are in ${list}, which do not add up. Change them to one currency, or export the applications.`,
    )
  }
  return found[0] ?? field.currency
}

/** Removes what binary fractions add to a number: 0.1 and 0.2 are 0.3. Money is in whole minor units. */
export function presentSummary({ field }: Summary, value: number | null): number | null {
  if (value === null) return null
  return field.type === 'money' ? Math.round(value) : Number(value.toPrecision(15))
}
