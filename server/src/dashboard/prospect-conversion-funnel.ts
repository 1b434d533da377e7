import * as contract from '@muster/contract/reports.ts'
import { funnelTypes, type StatusType, statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { reachedAtLeast } from './conversion-rate.ts'
import { exportReport } from './export-report.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'
import { sumFacts, total } from './sum-facts.ts'

/** The three ways to read the funnel. */
async function loadFunnel(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const rows = await sumFacts(db, actor, query, period, {
    figures: ['createdByType', 'createdByReached', 'entered', 'imported'],
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
    entered: statusTypeKeys.map(byType('entered')).map((step) => ({
      ...step,
      imported: total(rows, { figure: 'imported', label: step.type }),
      overallRate: null,
    })),
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

export const exportProspectConversionFunnel = exportReport(
  contract.exportProspectConversionFunnel,
  'prospect-conversion-funnel',
  async ({ tx, actor, query }, period) => {
    const funnel = await loadFunnel(tx, actor, query, period)
    const moved = funnel.entered.map((step) => ({ ...step, count: step.count - step.imported }))
    const imported = funnel.entered.map((step) => ({ ...step, count: step.imported }))
    const readings = [
      [t`Current stage`, funnel.current, 'funnelCurrent'],
      [t`Entered in the period`, moved, 'funnelEntered'],
      [t`Imported in the period`, imported, 'funnelImported'],
      [t`Furthest stage reached`, funnel.reached, 'funnelReached'],
    ] as const
    return {
      name: t`Hiring funnel`,
      columns: [
        { header: t`Counted by` },
        { header: t`Status type` },
        { header: t`Applications`, isNumber: true },
        { header: t`Share of previous stage`, isNumber: true },
        { header: t`Share of all created`, isNumber: true },
      ],
      rows: readings.flatMap(([reading, steps]) =>
        steps.map(({ type, count, stepRate, overallRate }) => [
          reading,
          translate(statusTypes[type].label),
          count,
          stepRate,
          overallRate,
        ]),
      ),
      definitions: [
        ...readings.map(([reading, , definition]) => [reading, definition] as const),
        [t`Share of previous stage`, 'stageConversion'],
      ],
    }
  },
)
