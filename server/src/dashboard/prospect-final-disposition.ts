import { dispositionKeys, dispositions } from '@muster/contract/dispositions.ts'
import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { handler } from '../http/handler.ts'
import { exportReport } from './export-report.ts'
import { byType, countAll, countBy, loadEndings, mostFirst, reasonNames } from './load-endings.ts'
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

export const exportProspectFinalDisposition = exportReport(
  contract.exportProspectFinalDisposition,
  'prospect-final-disposition',
  async ({ tx, actor, query }, period) => {
    const endings = await loadEndings(tx, actor, query, period)
    const names = await reasonNames(tx, actor)
    return {
      name: t`Application outcomes`,
      columns: [
        { header: t`Outcome` },
        { header: t`Reason` },
        { header: t`Stage when closed` },
        { header: t`Applications`, isNumber: true },
      ],
      rows: endings
        .toSorted(mostFirst)
        .map(({ disposition, reasonId, type, count }) => [
          translate(dispositions[disposition].label),
          reasonId && (names.get(reasonId) ?? null),
          translate(statusTypes[type].label),
          count,
        ]),
      definitions: [
        [t`Application outcomes`, 'finalDisposition'],
        [t`No reason given`, 'noneGiven'],
      ],
    }
  },
)
