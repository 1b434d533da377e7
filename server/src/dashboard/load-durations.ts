import { statusTypeRank } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { loadAges } from './load-present.ts'
import { openTypes } from './open-types.ts'
import { metric } from './report-metrics.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { type Spread, spreadOf } from './spread.ts'
import { type FactSum, histogram, sumFacts, total } from './sum-facts.ts'
import { workOutOnce } from './work-out-once.ts'

const none = spreadOf(new Map())

const spreadsOfHires = workOutOnce((hires: readonly FactSum[]) => {
  const of = (wanted: number, part: 0 | 1) =>
    spreadOf(histogram(hires.filter((row) => row.metric === wanted && row.part === part)))
  const compared = (wanted: number) => ({ ...of(wanted, 1), previous: of(wanted, 0) })
  return { timeToHire: compared(metric.daysToHire), timeToFill: compared(metric.daysToFill) }
})

/** By the rank of the type: how long the stays were, and how many applications left. */
const spreadsOfStays = workOutOnce((rows: readonly FactSum[]) => {
  const stays = Map.groupBy(rows, ({ a }) => a)
  return new Map<number, Spread & { applications: number }>(
    [...stays].map(([a, theirs]) => [
      a,
      {
        ...spreadOf(histogram(theirs.filter((row) => row.metric === metric.stay))),
        applications: total(theirs, { metric: metric.left }),
      },
    ]),
  )
})

/** How long hiring took, as a whole beside the period before, and in each type. */
export async function loadDurations(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const hires = await sumFacts(db, actor, query, period, {
    metrics: [metric.daysToHire, metric.daysToFill],
    previous: true,
    columns: ['b'],
  })
  const stays = await sumFacts(db, actor, query, period, {
    metrics: [metric.stay, metric.left],
    columns: ['a', 'b'],
  })
  const ages = await loadAges(db, actor, query, period.timezone)
  const ofStays = spreadsOfStays(stays)
  return {
    ...spreadsOfHires(hires),
    inStage: openTypes.map((type) => {
      const a = statusTypeRank(type)
      return {
        type,
        ...(ofStays.get(a) ?? { ...none, applications: 0 }),
        current: ages.get(a) ?? none,
      }
    }),
  }
}
