import * as contract from '@muster/contract/reports.ts'
import { funnelTypes, type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { reachedAtLeast } from './load-conversion.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'
import { sumFacts, total } from './sum-facts.ts'

/** The three readings of the funnel. */
export async function loadFunnel(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const rows = await sumFacts(db, actor, query, period, {
    figures: ['createdByType', 'createdByReached', 'entered'],
    columns: ['label'],
  })
  const counts = reachedAtLeast(rows)
  const all = counts[0]!
  const byType = (figure: Figure) => (type: StatusType) => ({
    type,
    count: total(rows, { figure, label: type }),
    stepRate: null,
  })
  return {
    total: all,
    current: statusTypeKeys
      .map(byType('createdByType'))
      .map((step) => ({ ...step, overallRate: partOf(step.count, all) })),
    entered: statusTypeKeys.map(byType('entered')).map((step) => ({ ...step, overallRate: null })),
    reached: funnelTypes.map((type, rank) => ({
      type,
      count: counts[rank]!,
      stepRate: rank === 0 ? null : partOf(counts[rank]!, counts[rank - 1]!),
      overallRate: partOf(counts[rank]!, all),
    })),
  }
}

export const getProspectConversionFunnel = handler(
  contract.getProspectConversionFunnel,
  async ({ tx, actor, query }) => {
    const period = await resolvePeriod(tx, actor, query)
    return { period: presentPeriod(period), ...(await loadFunnel(tx, actor, query, period)) }
  },
)
