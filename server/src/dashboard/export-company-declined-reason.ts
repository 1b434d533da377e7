import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { exportReport } from './export-report.ts'
import { companyNames, loadDeclined, mostFirst, reasonNames } from './load-endings.ts'

export const exportCompanyDeclinedReason = exportReport(
  contract.exportCompanyDeclinedReason,
  'company-declined-reason',
  async ({ tx, actor, query }, period) => {
    const declined = await loadDeclined(tx, actor, query, period)
    const names = await reasonNames(tx, actor)
    const companies = await companyNames(tx, actor, [...new Set(declined.map(({ companyId }) => companyId))])
    return {
      name: t`Declined by company`,
      columns: [
        { header: t`Client company` },
        { header: t`Reason` },
        { header: t`Status type when decided` },
        { header: t`Applications`, isNumber: true },
      ],
      rows: declined
        .toSorted(mostFirst)
        .map(({ companyId, reasonId, type, count }) => ({
          company: companies.get(companyId) ?? '',
          cells: [
            reasonId ? (names.get(reasonId) ?? '') : t`None given`,
            translate(statusTypes[type].label),
            count,
          ] as const,
        }))
        .sort((one, other) => one.company.localeCompare(other.company))
        .map(({ company, cells }) => [company, ...cells]),
      definitions: [
        [t`Declined by company`, 'declinedReason'],
        [t`None given`, 'noneGiven'],
      ],
    }
  },
)
