import * as contract from '@muster/contract/dashboard.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { exportReport } from './export-report.ts'
import { loadOpen } from './load-present.ts'
import { openTypes } from './open-types.ts'
import type { ReportQuery } from './report-period.ts'

/** Returns open and overdue applications by type, types without any included. */
async function loadLeads(db: Database, actor: Actor, query: ReportQuery) {
  const open = await loadOpen(db, actor, query)
  return openTypes.map((type) => {
    const found = open.find(({ label }) => label === type)
    return { type, count: found?.count ?? 0, late: found?.late ?? 0 }
  })
}

export const getLeadsStatusOverview = handler(
  contract.getLeadsStatusOverview,
  async ({ tx, actor, query }) => ({ items: await loadLeads(tx, actor, query) }),
)

export const exportLeadsStatusOverview = exportReport(
  contract.exportLeadsStatusOverview,
  'leads-status-overview',
  async ({ tx, actor, query }) => ({
    name: t`Leads by status`,
    ofNow: true,
    columns: [
      { header: t`Status type` },
      { header: t`Applications`, isNumber: true },
      { header: t`Overdue`, isNumber: true },
    ],
    rows: (await loadLeads(tx, actor, query)).map(({ type, count, late }) => [
      translate(statusTypes[type].label),
      count,
      late,
    ]),
    definitions: [
      [t`Applications`, 'openNow'],
      [t`Overdue`, 'lateNow'],
    ],
  }),
)
