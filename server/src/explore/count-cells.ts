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
import { groupFacts } from '../facts/groupings.ts'
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

/** Whether the facts of a measure are only counted and added up. Else each is needed: for distinct applications, a median, a field. */
function isAddedUp({ measure, summary }: Pick<Asked, 'measure' | 'summary'>): boolean {
  return summary === null && listOf(measure) === 'calls' && factsOfMeasure(measure).values !== 'value'
}

/**
 * The facts of both periods with the keys of their groups, as the relation `fact`: one row for each, or for all facts with the
 * same keys, of which there are far fewer.
 */
function factsWithKeys(actor: Actor, asked: Asked): RawBuilder<unknown> {
  const facts = everyFactWithKeys(actor, asked)
  return isAddedUp(asked)
    ? sql`
        select period, keys1, keys2, count(*) as facts, count(*) filter (where is_part) as parts, sum(value) as value
        from (${facts}) as fact group by 1, 2, 3
      `
    : facts
}

function everyFactWithKeys(
  actor: Actor,
  { measure, summary, by, filters, of: only = {}, period, compares }: Asked,
) {
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
  const keys = [0, 1].map((index) => {
    const grouping = by[index]
    return grouping ? grouped.keys(grouping) : sql`null::text[]`
  })
  const of = (number: 0 | 1, span: { from: string; to: string }) => sql`
    select ${sql.lit(number)} as period, f.subject_id, ${summarized?.number ?? value} as value,
      ${facts.isPart ?? sql`false`} as is_part, ${keys[0]} as keys1, ${keys[1]} as keys2 ${ofSummary}
    from facts f ${call} ${grouped.joins}
    where ${exploredFacts(actor, filters, facts, span)} and ${isOfThese} ${isFilled}
  `
  const { from, to, previousFrom, previousTo } = period
  const present = of(1, { from, to })
  return compares ? sql`${present} union all ${of(0, { from: previousFrom, to: previousTo })}` : present
}

type Counted = Pick<Asked, 'measure' | 'summary'>

/** Counts the facts of the relation `fact`. */
function factCount(asked: Counted, where = sql`true`): RawBuilder<number> {
  return isAddedUp(asked)
    ? sql`coalesce(sum(fact.facts) filter (where ${where}), 0)`
    : sql`count(*) filter (where ${where})`
}

/** Applications count once in each group, calls as often as they are. */
function countOf(asked: Counted, where = sql`true`): RawBuilder<number> {
  const isDistinct = listOf(asked.measure) === 'applications' && !factsOfMeasure(asked.measure).values
  return isDistinct ? sql`count(distinct fact.subject_id) filter (where ${where})` : factCount(asked, where)
}

/** Counts the facts that are part of a rate. */
function partOf(asked: Counted): RawBuilder<number> {
  return isAddedUp(asked) ? sql`coalesce(sum(fact.parts), 0)` : countOf(asked, sql`fact.is_part`)
}

/**
 * Returns the groups with most of a measure in the period, and how many there are.
 * @param limits how many of each grouping are told apart at most; null for all, which are not looked for
 */
export async function findTops(
  db: Database,
  actor: Actor,
  asked: Asked,
  limits: readonly (number | null)[],
): Promise<(Top | null)[]> {
  const tops = limits.map((limit): { keys: string[]; count: number } | null =>
    limit === null ? null : { keys: [], count: 0 },
  )
  // One statement for all groupings: each would read the facts of the period again.
  const found = limits.flatMap((limit, index) => {
    if (limit === null) return []
    const keys = sql.ref(`fact.keys${index + 1}`)
    return sql`(
      select ${sql.lit(index)} as index, key, count(*) over ()::integer as count,
        row_number() over (order by g.n desc, g.facts desc, g.key collate "C") as place
      from (
        select k.key, ${countOf(asked, sql`fact.period = 1`)} as n, ${factCount(asked)} as facts
        from fact cross join lateral unnest(${keys}) as k (key) group by k.key
      ) as g
      order by place
      limit ${limit}
    )`
  })
  if (found.length === 0) return tops
  const { rows } = await sql<{ index: number; key: string; count: number }>`
    with fact as materialized (${factsWithKeys(actor, asked)})
    select * from (${sql.join(found, sql` union all `)}) as tops order by index, place
  `.execute(db)
  for (const { index, key, count } of rows) {
    tops[index]!.keys.push(key)
    tops[index]!.count = count
  }
  return tops
}

/** Whether a grouping can have any number of groups, so that only some are told apart. */
export function isLimited(grouping: AnyGrouping): boolean {
  return isFieldGrouping(grouping) || groupings[grouping].kind === 'rows'
}

/** The groups of a fact: each once, and the others once. */
function groupsOf(index: 0 | 1, top: Top | null): RawBuilder<unknown> {
  const keys = sql.ref(`fact.keys${index + 1}`)
  const name = sql.ref(`g${index + 1}`)
  if (!top)
    return sql`cross join lateral (select k as key, false as others from unnest(${keys}) as k) as ${name}`
  return sql`cross join lateral (
    select distinct case when k = any(${top.keys}::text[]) then k end as key, k <> all(${top.keys}::text[]) as others
    from unnest(${keys}) as k
  ) as ${name}`
}

function aggregates(asked: Counted): RawBuilder<unknown> {
  const { measure } = asked
  const { isPart, values } = factsOfMeasure(measure)
  const unit = unitOf(measure)
  const rows = listOf(measure) === 'applications' ? sql`count(distinct fact.subject_id)` : factCount(asked)
  return sql`
    ${countOf(asked)}::float8 as n,
    ${isPart ? sql`${partOf(asked)}::float8` : sql`null::float8`} as part,
    ${rows}::float8 as rows,
    ${values === 'callSeconds' ? sql`coalesce(sum(fact.value), 0)::float8` : sql`null::float8`} as sum,
    ${
      unit === 'days' || unit === 'hours'
        ? sql`percentile_cont(array[0.5, 0.9]) within group (order by fact.value)`
        : sql`null::float8[]`
    } as spread
  `
}

/**
 * Counts a measure in each group and in total, each from the rows.
 * @param tops the groups told apart, of each grouping; null for all
 */
export async function countCells(
  db: Database,
  actor: Actor,
  asked: Asked,
  tops: readonly (Top | null)[],
): Promise<CountedCell[]> {
  const numbers = asked.by.map((_, index) => index as 0 | 1)
  const sets: (0 | 1)[][] =
    numbers.length === 2 ? [[0, 1], [0], [1], []] : numbers.length === 1 ? [[0], []] : [[]]
  const totals = sets.map((set) => {
    const groups = sql.join(
      set.map((index) => groupsOf(index, tops[index] ?? null)),
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
  const { rows } = await sql<CountedCell & { key1: string | null }>`
    with fact as materialized (${factsWithKeys(actor, asked)})
    ${sql.join(totals, sql` union all `)}
  `.execute(db)
  return rows
}
