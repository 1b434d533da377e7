import * as contract from '@muster/contract/dashboard.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { exportReport } from './export-report.ts'
import { loadLeads } from './load-leads.ts'

export const exportLeadsStatusOverview = exportReport(
  contract.exportLeadsStatusOverview,
  'leads-status-overview',
  async ({ tx, actor, query }) => ({
    name: t`Leads by status`,
    ofNow: true,
    columns: [
      { header: t`Status type` },
      { header: t`Applications`, isNumber: true },
      { header: t`Of them late`, isNumber: true },
    ],
    rows: (await loadLeads(tx, actor, query)).map(({ type, count, late }) => [
      translate(statusTypes[type].label),
      count,
      late,
    ]),
    definitions: [
      [t`Applications`, 'openNow'],
      [t`Of them late`, 'lateNow'],
    ],
  }),
)
