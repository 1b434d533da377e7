import {
  type AnyGrouping,
  groupings,
  isFieldGrouping,
  listOf,
  type Measure,
  unitOf,
} from '@muster/contract/measures.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ReportPeriod } from '../dashboard/report-period.ts'
import type { Database } from '../database/connect.ts'
import { groupFacts, isOfApplication } from '../facts/groupings.ts'
import { factsOfMeasure } from '../facts/measures.ts'
import type { Actor } from '../session/actor.ts'
import { exploredFacts, type ReadFilters } from './explore-facts.ts'
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
  /** The median and the 90th percentile, in tenths. */
  spread: [number, number] | null
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
}

type Counted = Pick<Asked, 'measure' | 'summary' | 'by'>

/** Whether a measure counts applications that may have several such facts, each application once in a cell. */
function isDistinct({ measure }: Counted): boolean {
  const { values, isOnce } = factsOfMeasure(measure)
  return listOf(measure) === 'applications' && values === null && !isOnce
}

/** Whether facts are counted and added up before their groups are known. Else each is needed: for a median, or for a field. */
function isAddedUp(asked: Counted): boolean {
  const { values } = factsOfMeasure(asked.measure)
  if (asked.summary !== null || values === 'value') return false
  return !isDistinct(asked) || asked.by.every(isOfApplication)
}

/** The facts of both periods with what they are grouped by. */
function everyFact(actor: Actor, { measure, summary, by, filters, of: only = {}, period, compares }: Asked) {
  const facts = factsOfMeasure(measure)
  const summarized = summary && summarizedValue(summary)
  const grouped = groupFacts(facts, by, period.timezone, summary?.subject)
  const call =
    facts.values === 'callSeconds'
      ? sql`left join calls on calls.workspace_id = f.workspace_id and calls.id = f.row_id`
      : sql``
  const value = facts.values === 'callSeconds' ? sql`calls.duration_seconds` : sql`f.value`
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
    select ${sql.lit(number)} as period, f.subject_id, ${summarized?.number ?? value} as value,
      ${facts.isPart ?? sql`false`} as is_part, ${group1} as group1, ${group2} as group2 ${ofSummary}
    from facts f ${call} ${grouped.joins}
    where ${exploredFacts(actor, filters, facts, span)} and ${isOfThese} ${isFilled}
  `
  const { from, to, previousFrom, previousTo } = period
  const present = of(1, { from, to })
  return compares ? sql`${present} union all ${of(0, { from: previousFrom, to: previousTo })}` : present
}

/**
 * What is counted of both periods with the keys of its groups, as the relation `fact`: one row for each fact, for each
 * application with the same keys, or for all facts with the same keys, of which there are far fewer.
 */
function factsWithKeys(actor: Actor, asked: Asked): RawBuilder<unknown> {
  const grouped = groupFacts(factsOfMeasure(asked.measure), asked.by, asked.period.timezone)
  const [keys1, keys2] = [0, 1].map((index) => {
    const grouping = asked.by[index]
    return grouping ? grouped.keys(grouping, sql.ref(`r.group${index + 1}`)) : sql`null::text[]`
  })
  const every = everyFact(actor, asked)
  const counted =
    isDistinct(asked) && asked.summary === null
      ? sql`
      select period, subject_id, null::integer as value, bool_or(is_part) as is_part, group1, group2
      from (${every}) as fact group by period, subject_id, group1, group2
    `
      : every
  const rows = isAddedUp(asked)
    ? sql`
      select period, group1, group2, count(*) as facts, count(*) filter (where is_part) as parts, sum(value) as value
      from (${counted}) as fact group by 1, 2, 3
    `
    : counted
  return sql`select r.*, ${keys1} as keys1, ${keys2} as keys2 from (${rows}) as r`
}

/** Counts what the relation `fact` has: facts, or applications that have several. */
function countOf(asked: Counted, where = sql`true`): RawBuilder<number> {
  if (isAddedUp(asked)) return sql`coalesce(sum(fact.facts) filter (where ${where}), 0)`
  return isDistinct(asked)
    ? sql`count(distinct fact.subject_id) filter (where ${where})`
    : sql`count(*) filter (where ${where})`
}

/** Counts those that are part of a rate. */
function partOf(asked: Counted): RawBuilder<number> {
  return isAddedUp(asked) ? sql`coalesce(sum(fact.parts), 0)` : countOf(asked, sql`fact.is_part`)
}

/** Returns the groups with most of a measure in the period, and how many there are, as rows of the relation `top`. */
function findTops(asked: Asked, tops: readonly (Top | number | null)[]): RawBuilder<unknown> {
  const found = tops.flatMap((top, index) => {
    if (top === null) return []
    if (typeof top !== 'number')
      return sql`
        select ${sql.lit(index)} as index, key, place, ${top.count}::integer as count
        from unnest(${top.keys}::text[]) with ordinality as known (key, place)
      `
    const keys = sql.ref(`fact.keys${index + 1}`)
    return sql`(
      select ${sql.lit(index)} as index, key, row_number() over (order by g.n desc, g.all desc, g.key collate "C") as place,
        count(*) over ()::integer as count
      from (
        select k.key, ${countOf(asked, sql`fact.period = 1`)} as n, ${countOf(asked)} as all
        from fact cross join lateral unnest(${keys}) as k (key) group by k.key
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

/** The groups of a fact: each once, and the others once. */
function groupsOf(index: 0 | 1, isEach: boolean): RawBuilder<unknown> {
  const keys = sql.ref(`fact.keys${index + 1}`)
  const name = sql.ref(`g${index + 1}`)
  if (isEach)
    return sql`cross join lateral (select k as key, false as others from unnest(${keys}) as k) as ${name}`
  return sql`cross join lateral (
    select distinct top.key, top.key is null as others
    from unnest(${keys}) as k left join top on top.index = ${sql.lit(index)} and top.key = k
  ) as ${name}`
}

function aggregates(asked: Counted): RawBuilder<unknown> {
  const { measure } = asked
  const { isPart, values, isOnce } = factsOfMeasure(measure)
  const unit = unitOf(measure)
  const isSpread = unit === 'days' || unit === 'hours'
  const n = countOf(asked)
  return sql`
    ${n}::float8 as n,
    ${isPart ? sql`${partOf(asked)}::float8` : sql`null::float8`} as part,
    ${isSpread && !isOnce ? sql`count(distinct fact.subject_id)` : n}::float8 as rows,
    ${values === 'callSeconds' ? sql`coalesce(sum(fact.value), 0)::float8` : sql`null::float8`} as sum,
    ${isSpread ? sql`percentile_cont(array[0.5, 0.9]) within group (order by fact.value)` : sql`null::float8[]`} as spread
  `
}

/**
 * Counts a measure in each group and in total, each from the rows.
 * @param tops which groups of each grouping are told apart: so many with most of the measure, these, or all with null
 * @returns the cells, and the groups told apart
 */
export async function countCells(
  db: Database,
  actor: Actor,
  asked: Asked,
  tops: readonly (Top | number | null)[],
): Promise<{ cells: CountedCell[]; tops: (Top | null)[] }> {
  const numbers = asked.by.map((_, index) => index as 0 | 1)
  const sets: (0 | 1)[][] =
    numbers.length === 2 ? [[0, 1], [0], [1], []] : numbers.length === 1 ? [[0], []] : [[]]
  const totals = sets.map((set) => {
    const groups = sql.join(
      set.map((index) => groupsOf(index, (tops[index] ?? null) === null)),
      sql` `,
    )
    const column = (index: 0 | 1, name: 'key' | 'others') =>
      set.includes(index) ? sql.ref(`g${index + 1}.${name}`) : sql`null`
    const columns = sql`fact.period, ${column(0, 'key')}::text as key1, ${column(0, 'others')}::boolean as others1,
      ${column(1, 'key')}::text as key2, ${column(1, 'others')}::boolean as others2`
    const from = sql`fact ${set.length > 0 ? groups : sql``}`
    if (asked.summary)
      // What has the value counts once in a cell, however often it happened.
      return sql`
        select period, key1, others1, key2, others2, ${summaryColumns(asked.summary)}
        from (
          select ${columns}, fact.item, fact.value, fact.currency, count(distinct fact.listed) as rows
          from ${from}
          group by 1, 2, 3, 4, 5, 6, 7, 8
        ) as fact
        group by 1, 2, 3, 4, 5
      `
    return sql`
      select ${columns}, ${aggregates(asked)}
      from ${from}
      group by 1, 2, 3, 4, 5
    `
  })
  const { rows } = await sql<{
    cells: CountedCell[]
    tops: { index: number; key: string; count: number }[]
  }>`
    with fact as materialized (${factsWithKeys(actor, asked)}),
      top as materialized (${findTops(asked, tops)}),
      cell as (${sql.join(totals, sql` union all `)})
    select coalesce((select json_agg(cell) from cell), '[]') as cells,
      coalesce((select json_agg(top order by index, place) from top), '[]') as tops
  `.execute(db)
  const [found] = rows as [(typeof rows)[number]]
  return {
    cells: found.cells,
    tops: tops.map((top, index) => {
      if (typeof top !== 'number') return top
      const ofGrouping = found.tops.filter((one) => one.index === index)
      return { keys: ofGrouping.map(({ key }) => key), count: ofGrouping[0]?.count ?? 0 }
    }),
  }
}
