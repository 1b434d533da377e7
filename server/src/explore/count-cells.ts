import {
  type AnyGrouping,
  groupings,
  isFieldGrouping,
  isTimeGrouping,
  listOf,
  type Measure,
} from '@muster/contract/measures.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ReportPeriod } from '../dashboard/report-period.ts'
import type { Database } from '../database/connect.ts'
import { groupFacts, hasSeveralGroups, isOfApplication, keyOf, keysOf } from '../facts/groupings.ts'
import { factsOfMeasure } from '../facts/measures.ts'
import type { Actor } from '../session/actor.ts'
import { type CountedTotals, countedTotals } from './counted-totals.ts'
import { exploredFacts, type ReadFilters, readingFacts } from './explore-facts.ts'
import { type Summary, summarizedValue, summaryColumns } from './summarize-field.ts'

/** What the facts of a group come to, in one of the two periods. */
export interface CountedCell {
  /** 1 the period, 0 the one before. */
  period: 0 | 1
  /** The groups; undefined if it is a total. `withoutKey` for those without one. */
  key1?: string
  key2?: string
  others1?: boolean
  others2?: boolean
  n: number
  part: number | null
  /** The distinct applications, or calls. */
  rows: number
  /** Seconds, of a measure that adds them up. */
  sum: number | null
  /** How often each value occurs, in tenths, of a measure whose values are spread. */
  values: [value: number, n: number][] | null
  /** The values of a custom field summarized; null if there are none. */
  summary?: number | null
  currencies?: string[] | null
}

export interface Top {
  keys: readonly string[]
  /** How many groups there are. */
  count: number
}

interface Asked {
  measure: Measure
  /** Null: the rows are counted. */
  summary: Summary | null
  by: readonly AnyGrouping[]
  filters: ReadFilters
  /** Only facts of these: facts name both, while a filter reads all applications of an owner, whenever they were. */
  of?: { position?: readonly string[]; owner?: readonly string[] }
  period: ReportPeriod
  compares: boolean
  /** What answers instead of facts. */
  totals?: CountedTotals | null
}

type Counted = Pick<Asked, 'measure' | 'summary' | 'by' | 'totals'>

/** Whether a measure counts applications that may have several such facts, each application once in a cell. */
function isDistinct({ measure }: Counted): boolean {
  const { values, isOnce } = factsOfMeasure(measure)
  return listOf(measure) === 'applications' && values === null && !isOnce
}

/** Whether a measure spreads the values of facts of which an application may have several. */
function isSpreadOfSeveral({ measure }: Counted): boolean {
  const { values, isOnce } = factsOfMeasure(measure)
  return values === 'spread' && !isOnce
}

/** Whether facts are counted and added up before their groups are known. Else each is needed: for its application, or for a field. */
function isAddedUp(asked: Counted): boolean {
  if (asked.totals) return true
  if (asked.summary !== null || isSpreadOfSeveral(asked)) return false
  return !isDistinct(asked) || asked.by.every(isOfApplication)
}

/** The facts of both periods with what they are grouped by. */
function everyFact(actor: Actor, { measure, summary, by, filters, of: only = {}, period, compares }: Asked) {
  const facts = factsOfMeasure(measure)
  const summarized = summary && summarizedValue(summary)
  const grouped = groupFacts(facts, by, period.timezone, summary?.subject)
  const ofSummary = summarized
    ? sql`, ${summarized.currency} as currency, ${summarized.item} as item, ${summarized.row} as listed`
    : sql``
  const isFilled = summarized ? sql` and ${summarized.isFilled}` : sql``
  const isOfThese = sql.join(
    [
      sql`true`,
      ...(only.position ? [sql`f.position_id = any(${only.position}::uuid[])`] : []),
      ...(only.owner ? [sql`f.owner_id = any(${only.owner}::uuid[])`] : []),
    ],
    sql` and `,
  )
  const [group1, group2] = [0, 1].map((index) => (by[index] ? grouped.value(by[index]) : sql`null::text`))
  const of = (number: 0 | 1, span: { from: string; to: string }) => sql`
    select ${sql.lit(number)} as period, f.subject_id, ${summarized?.number ?? sql`f.value`} as value,
      ${facts.isPart ?? sql`false`} as is_part, ${group1} as group1, ${group2} as group2 ${ofSummary}
    from facts f ${grouped.joins}
    where ${exploredFacts(actor, filters, facts, span)} and ${isOfThese} ${isFilled}
  `
  const { from, to, previousFrom, previousTo } = period
  const present = of(1, { from, to })
  return compares ? sql`${present} union all ${of(0, { from: previousFrom, to: previousTo })}` : present
}

/**
 * What is counted of both periods with its groups, as the relation `fact`: one row for each fact, for each application in the
 * same groups, or for all facts in the same groups, of which there are far fewer.
 */
function countedFacts(actor: Actor, asked: Asked): RawBuilder<unknown> {
  if (asked.totals) return asked.totals.counted
  const every = everyFact(actor, asked)
  if (asked.summary) return every
  const counted = isDistinct(asked)
    ? sql`
        select period, subject_id, null::integer as value, bool_or(is_part) as is_part, group1, group2
        from (${every}) as fact group by period, subject_id, group1, group2
      `
    : every
  const isSpread = factsOfMeasure(asked.measure).values === 'spread'
  return isAddedUp(asked)
    ? sql`
        select period, group1, group2, true as is_new, ${isSpread ? sql`value` : sql`null::integer`} as value,
          count(*) as facts, count(*) filter (where is_part) as parts, sum(value) as sum
        from (${counted}) as fact group by 1, 2, 3, 5
      `
    : counted
}

type Index = 0 | 1
/** Which groups are told apart: so many with most of the measure, these, or all with null. */
type Tops = readonly (Top | number | null)[]

const isTold = (tops: Tops, index: Index) => (tops[index] ?? null) !== null

const groupColumn = (index: Index) => sql.ref(`fact.group${index + 1}`)

/** Joins the keys of a grouping to the relation `fact`, as `k.key`. */
function joinKeys(grouping: AnyGrouping, index: Index): RawBuilder<unknown> {
  return hasSeveralGroups(grouping)
    ? sql`cross join lateral unnest(${keysOf(grouping, groupColumn(index))}) as k (key)`
    : sql`cross join lateral (select ${keyOf(grouping, groupColumn(index))} as key) as k`
}

/** Counts what the relation `fact` has: facts, or applications that may have several. */
function countOf(asked: Counted, where = sql`true`): RawBuilder<number> {
  if (isAddedUp(asked)) return sql`coalesce(sum(fact.facts) filter (where ${where}), 0)`
  return isDistinct(asked)
    ? sql`count(distinct fact.subject_id) filter (where ${where})`
    : sql`count(*) filter (where ${where})`
}

/**
 * Returns the groups with most of a measure in the period, and how many there are, as rows of the relation `top`. The order
 * of equal groups is the same with and without the period before, so that lines have the colors of the table.
 */
function findTops(asked: Asked, tops: Tops): RawBuilder<unknown> {
  const found = tops.flatMap((top, index) => {
    if (top === null) return []
    if (typeof top !== 'number')
      return sql`
        select ${sql.lit(index)} as index, key, place, ${top.count}::integer as count
        from unnest(${top.keys}::text[]) with ordinality as known (key, place)
      `
    return sql`(
      select ${sql.lit(index)} as index, key,
        row_number() over (order by g.n desc, case when g.n = 0 then g.total end desc nulls last, g.key collate "C") as place,
        count(*) over ()::integer as count
      from (
        select k.key, ${countOf(asked, sql`fact.period = 1`)} as n, ${countOf(asked)} as total
        from fact ${joinKeys(asked.by[index]!, index as Index)} group by k.key having ${countOf(asked)} > 0
      ) as g
      order by place
      limit ${top}
    )`
  })
  // One statement for all groupings: each would read the facts of the period again.
  return found.length > 0
    ? sql.join(found, sql` union all `)
    : sql`select 0 as index, '' as key, 0 as place, 0 as count where false`
}

/** Whether a grouping can have any number of groups, so that only some are told apart. */
export function isLimited(grouping: AnyGrouping): boolean {
  return isFieldGrouping(grouping) || groupings[grouping].kind === 'rows'
}

/** Joins the groups of a fact that are told apart, each once, and the others once, with a null as their key. */
function joinTops(grouping: AnyGrouping, index: Index): RawBuilder<unknown> {
  const name = sql.ref(`g${index + 1}`)
  if (!hasSeveralGroups(grouping))
    return sql`left join top as ${name}
      on ${name}.index = ${sql.lit(index)} and ${name}.key = ${keyOf(grouping, groupColumn(index))}`
  return sql`cross join lateral (
    select distinct top.key
    from unnest(${keysOf(grouping, groupColumn(index))}) as k
    left join top on top.index = ${sql.lit(index)} and top.key = k
  ) as ${name}`
}

/** Counts the measure in each of some groups, which are null, as is `others`, for a grouping that is left out. */
function countGroups(asked: Asked, tops: Tops, set: readonly Index[]): RawBuilder<unknown> {
  const { measure, by, summary } = asked
  const { isPart, values } = factsOfMeasure(measure)
  const columns = sql.join(
    ([0, 1] as const).flatMap((index) => {
      const [group, others] = [sql.ref(`group${index + 1}`), sql.ref(`others${index + 1}`)]
      if (!set.includes(index)) return [sql`null as ${group}`, sql`null::boolean as ${others}`]
      const key = sql.ref(`g${index + 1}.key`)
      return isTold(tops, index)
        ? [sql`${key} as ${group}`, sql`${key} is null as ${others}`]
        : [sql`${groupColumn(index)} as ${group}`, sql`false as ${others}`]
    }),
  )
  const joins = set.filter((index) => isTold(tops, index)).map((index) => joinTops(by[index]!, index))
  const from = sql`fact ${joins.length > 0 ? sql.join(joins, sql` `) : sql``}`
  const cell = sql`period, group1, others1, group2, others2`
  if (summary)
    // What has the value counts once in a cell, however often it happened.
    return sql`
      select ${cell}, ${summaryColumns(summary)}
      from (
        select fact.period, ${columns}, fact.item, fact.value, fact.currency, count(distinct fact.listed) as rows
        from ${from}
        group by 1, 2, 3, 4, 5, 6, 7, 8
      ) as fact
      group by 1, 2, 3, 4, 5
    `
  return sql`
    select ${cell}, sum(n)::float8 as n, ${isPart ? sql`sum(part)::float8` : sql`null::float8`} as part, sum(rows)::float8 as rows,
      ${values === 'sum' ? sql`coalesce(sum(sum), 0)::float8` : sql`null::float8`} as sum,
      ${values === 'spread' ? sql`json_agg(json_build_array(value, n)) filter (where value is not null and n > 0)` : sql`null::json`} as values
    from (${countValues(asked, set, columns, from)}) as fact
    group by 1, 2, 3, 4, 5
    having sum(n) > 0
  `
}

/** Counts the measure in each cell, and in each value of it if they are spread: the cell, `value`, `n`, `part`, `rows`, `sum`. */
function countValues(
  asked: Counted,
  set: readonly Index[],
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const each = sql`select fact.period, ${columns}`
  const cell = sql`period, group1, others1, group2, others2`
  if (isAddedUp(asked)) {
    // An application counts once in a group of time, and once in all of them.
    const isCounted = set.some((index) => isTimeGrouping(asked.by[index])) ? sql`true` : sql`fact.is_new`
    const sumOf = (column: RawBuilder<unknown>) =>
      sql`coalesce(sum(${column}) filter (where ${isCounted}), 0)`
    const facts = sql.ref('fact.facts')
    const rows = asked.totals?.rows?.(set.map((index) => asked.by[index]!)) ?? facts
    return sql`
      ${each}, fact.value, ${sumOf(facts)} as n, ${sumOf(sql`fact.parts`)} as part, ${sumOf(rows)} as rows, sum(fact.sum) as sum
      from ${from}
      group by 1, 2, 3, 4, 5, 6
    `
  }
  const applications = sql`
    select ${cell}, null::integer as value, count(*) as n, count(*) filter (where is_part) as part, count(*) as rows, null::bigint as sum
    from (
      ${each}, fact.subject_id, bool_or(fact.is_part) as is_part
      from ${from}
      group by 1, 2, 3, 4, 5, 6
    ) as fact
    group by 1, 2, 3, 4, 5
  `
  if (isDistinct(asked)) return applications
  return sql`
    ${each}, fact.value, count(*) as n, 0 as part, 0 as rows, null::bigint as sum
    from ${from}
    group by 1, 2, 3, 4, 5, 6
    union all
    select ${cell}, value, 0, 0, rows, sum from (${applications}) as fact
  `
}

/** Counts the measure in each group of some groupings, with their keys. */
function countSet(asked: Asked, tops: Tops, set: readonly Index[]): RawBuilder<unknown> {
  const keys = ([0, 1] as const).map((index) => {
    if (!set.includes(index)) return sql`null::text`
    const group = sql.ref(`cell.group${index + 1}`)
    return isTold(tops, index) ? group : keyOf(asked.by[index]!, group)
  })
  return sql`
    select period, ${keys[0]} as key1, others1, ${keys[1]} as key2, others2, n, part, rows, sum, values
      ${asked.summary ? sql`, summary, currencies` : sql``}
    from (${countGroups(asked, tops, set)}) as cell
  `
}

interface Found {
  cells: CountedCell[]
  tops: { index: number; key: string; count: number }[]
  isComplete: boolean
}

function selectCells(actor: Actor, asked: Asked, tops: Tops): RawBuilder<Found> {
  const numbers = asked.by.map((_, index) => index as Index)
  const sets: Index[][] =
    numbers.length === 2 ? [numbers, [0], [1], []] : [numbers, ...(numbers.length > 0 ? [[]] : [])]
  return sql`
    with fact as materialized (${countedFacts(actor, asked)}),
      top as materialized (${findTops(asked, tops)}),
      cell as (${sql.join(
        sets.map((set) => countSet(asked, tops, set)),
        sql` union all `,
      )})
    select coalesce((select json_agg(cell) from cell), '[]') as cells,
      coalesce((select json_agg(top order by index, place) from top), '[]') as tops,
      ${asked.totals?.isComplete ?? sql`true`} as "isComplete"
  `
}

async function findCells(db: Database, actor: Actor, asked: Asked, tops: Tops): Promise<Found> {
  const totals = asked.summary || asked.of ? null : countedTotals(actor, asked)
  if (totals) {
    const { rows } = await selectCells(actor, { ...asked, totals }, tops).execute(db)
    // They may have begun to be built anew.
    if (rows[0]!.isComplete) return rows[0]!
  }
  const { rows } = await readingFacts(db, (tx) => selectCells(actor, asked, tops).execute(tx))
  return rows[0]!
}

/**
 * Counts a measure in each group and in total, each from the rows.
 * @returns the cells, and the groups told apart
 */
export async function countCells(
  db: Database,
  actor: Actor,
  asked: Asked,
  tops: Tops,
): Promise<{ cells: CountedCell[]; tops: (Top | null)[] }> {
  const found = await findCells(db, actor, asked, tops)
  return {
    cells: found.cells,
    tops: tops.map((top, index) => {
      if (typeof top !== 'number') return top
      const ofGrouping = found.tops.filter((one) => one.index === index)
      return { keys: ofGrouping.map(({ key }) => key), count: ofGrouping[0]?.count ?? 0 }
    }),
  }
}
