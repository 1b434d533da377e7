import { dispositions } from '@muster/contract/dispositions.ts'
import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { exportReport } from './export-report.ts'
import { loadEndings, mostFirst, reasonNames } from './load-endings.ts'

export const exportProspectFinalDisposition = exportReport(
  contract.exportProspectFinalDisposition,
  'prospect-final-disposition',
  async ({ tx, actor, query }, period) => {
    const endings = await loadEndings(tx, actor, query, period)
    const names = await reasonNames(tx, actor)
    return {
      name: t`Application outcomes`,
      columns: [
        { header: t`Disposition` },
        { header: t`Reason` },
        { header: t`Status type when decided` },
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
        [t`None given`, 'noneGiven'],
      ],
    }
  },
)
