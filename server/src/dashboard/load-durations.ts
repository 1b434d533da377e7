import { statusTypeRank } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { loadAges } from './load-present.ts'
import { openTypes } from './open-types.ts'
import { metric } from './report-metrics.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { spreadOf } from './spread.ts'
import { histogram, sumFacts, total } from './sum-facts.ts'

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
  const ofHires = (of: number, part: 0 | 1) =>
    spreadOf(histogram(hires.filter((row) => row.metric === of && row.part === part)))
  const compared = (of: number) => ({ ...ofHires(of, 1), previous: ofHires(of, 0) })
  return {
    timeToHire: compared(metric.daysToHire),
    timeToFill: compared(metric.daysToFill),
    inStage: openTypes.map((type) => {
      const a = statusTypeRank(type)
      return {
        type,
        ...spreadOf(histogram(stays.filter((row) => row.metric === metric.stay && row.a === a))),
        applications: total(stays, { metric: metric.left, a }),
        current: spreadOf(ages.get(a) ?? new Map()),
      }
    }),
  }
}
