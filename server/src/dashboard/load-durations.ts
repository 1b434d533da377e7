import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import { loadAges } from './load-present.ts'
import { openTypes } from './open-types.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { distributionOf, type Spread, spreadOf } from './spread.ts'
import { type FactSum, histogram, sumFacts, total } from './sum-facts.ts'
import { workOutOnce } from './work-out-once.ts'

const none = spreadOf(new Map())

const spreadsOfHires = workOutOnce((hires: readonly FactSum[]) => {
  const of = (wanted: Figure, part: 0 | 1) =>
    spreadOf(histogram(hires.filter((row) => row.figure === wanted && row.part === part)))
  const distribution = (wanted: Figure) =>
    distributionOf(histogram(hires.filter((row) => row.figure === wanted && row.part === 1)))
  const compared = (wanted: Figure) => ({
    ...of(wanted, 1),
    previous: of(wanted, 0),
    distribution: distribution(wanted),
  })
  return { timeToHire: compared('daysToHire'), timeToFill: compared('daysToFill') }
})

/** By the type: how long the stays were, and how many applications left. */
const spreadsOfStays = workOutOnce((rows: readonly FactSum[]) => {
  const stays = Map.groupBy(rows, ({ label }) => label)
  return new Map<string, Spread & { applications: number }>(
    [...stays].map(([type, theirs]) => [
      type,
      {
        ...spreadOf(histogram(theirs.filter((row) => row.figure === 'stay'))),
        applications: total(theirs, { figure: 'left' }),
      },
    ]),
  )
})

/** How long hiring took, as a whole beside the period before, and in each type. */
export async function loadDurations(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const hires = await sumFacts(db, actor, query, period, {
    figures: ['daysToHire', 'daysToFill'],
    previous: true,
    columns: ['value'],
  })
  const stays = await sumFacts(db, actor, query, period, {
    figures: ['stay', 'left'],
    columns: ['label', 'value'],
  })
  const ages = await loadAges(db, actor, query, period.timezone)
  const ofStays = spreadsOfStays(stays)
  return {
    ...spreadsOfHires(hires),
    inStage: openTypes.map((type) => ({
      type,
      ...(ofStays.get(type) ?? { ...none, applications: 0 }),
      current: ages.get(type) ?? none,
    })),
  }
}
