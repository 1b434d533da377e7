import { dispositionKeys } from '@muster/contract/dispositions.ts'
import * as contract from '@muster/contract/reports.ts'
import { handler } from '../http/handler.ts'
import { byType, countAll, countBy, loadEndings, reasonNames } from './load-endings.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'

export const getProspectFinalDisposition = handler(
  contract.getProspectFinalDisposition,
  async ({ tx, actor, query }) => {
    const period = await resolvePeriod(tx, actor, query)
    const endings = await loadEndings(tx, actor, query, period)
    const names = await reasonNames(tx, actor)
    const total = countAll(endings)
    return {
      period: presentPeriod(period),
      total,
      items: dispositionKeys.map((disposition) => {
        const alike = endings.filter((ending) => ending.disposition === disposition)
        const count = countAll(alike)
        return {
          disposition,
          count,
          share: partOf(count, total),
          reasons: countBy(alike, ({ reasonId }) => reasonId).map(([reasonId, count]) => ({
            reasonId,
            name: reasonId && (names.get(reasonId) ?? null),
            count,
          })),
          byType: byType(alike),
        }
      }),
    }
  },
)
