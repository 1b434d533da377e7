import { cohortDays, type exploreCohorts } from '@muster/contract/explore.ts'
import { fewestToCompare } from '@muster/contract/measures.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { presentPeriod, resolvePeriod } from '../dashboard/report-period.ts'
import { partOf } from '../dashboard/spread.ts'
import type { Database } from '../database/connect.ts'
import { databaseNow } from '../database/database-clock.ts'
import { reachedWithin } from '../facts/counted-facts.ts'
import { groupFacts } from '../facts/groupings.ts'
import { factsOfMeasure } from '../facts/measures.ts'
import type { Actor } from '../session/actor.ts'
import { exploredFacts, readFilters } from './explore-facts.ts'
import { groupTimes } from './group-times.ts'

export type CohortQuery = z.output<NonNullable<(typeof exploreCohorts)['query']>>

interface CountedCohort {
  /** The first day; null for all. */
  key: string | null
  n: number
  /** In the order of `cohortDays`. */
  counts: number[]
  last: string
}

/** Counts the applications created in each week or month, and those that reached a type after some days. */
export async function loadCohorts(tx: Database, actor: Actor, query: CohortQuery) {
  const { step, reached, from, to, timezone, unit, former } = query
  const now = (await databaseNow(tx)).getTime()
  const period = await resolvePeriod(tx, actor, { from, to, timezone, unit, former, bucket: step })
  const filters = await readFilters(tx, actor, query)
  const facts = factsOfMeasure('newApplications')
  const keys = groupFacts(facts, [step], period.timezone).keys(step)
  const counts = cohortDays.map(
    (_, index) => sql`count(*) filter (where within[${sql.lit(index + 1)}])::float8`,
  )
  const { rows } = await sql<CountedCohort>`
    select key, count(*)::float8 as n, array[${sql.join(counts)}] as counts, max(at) as last
    from (
      select (${keys})[1] as key, f.at,
        array[${sql.join(cohortDays.map((days) => reachedWithin(reached, sql`${sql.lit(days)}`)))}] as within
      from facts f where ${exploredFacts(actor, filters, facts, period)}
    ) as created
    group by grouping sets ((key), ())
  `.execute(tx)
  const present = (counted: CountedCohort | undefined) => ({
    n: counted?.n ?? 0,
    after: cohortDays.map((days, index) => {
      const count = counted?.counts[index] ?? 0
      const n = counted?.n ?? 0
      const isOver = !counted || Date.parse(counted.last) + days * 86_400_000 <= now
      return { days, count, rate: partOf(count, n), isFew: n < fewestToCompare, isOver }
    }),
  })
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const found = rows.flatMap(({ key }) => key ?? [])
  const times = groupTimes(step, period, found, { compares: false, now })
  return {
    period: presentPeriod(period),
    reached,
    cohorts: times.map(({ key, at, isPartial }) => ({ key, at, isPartial, ...present(byKey.get(key)) })),
    total: {
      key: null,
      at: null,
      isPartial: Date.parse(period.to) >= now,
      ...present(rows.find(({ key, n }) => key === null && n > 0)),
    },
  }
}

export type Cohorts = Awaited<ReturnType<typeof loadCohorts>>
