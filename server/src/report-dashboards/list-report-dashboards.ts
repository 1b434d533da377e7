import * as contract from '@muster/contract/report-dashboards.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchCountedPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentReportDashboard, selectReportDashboards } from './load-report-dashboard.ts'

const byFolder = {
  expression: sql`(lower(report_dashboards.folder) || ' ' || lower(report_dashboards.name))`,
  type: 'text',
} as const
const byChange = { expression: sql`report_dashboards.updated_at`, type: 'timestamptz' } as const

const orders: Record<string, SortColumn> = {
  folder: { ...byFolder, descending: false },
  '-folder': { ...byFolder, descending: true },
  updatedAt: { ...byChange, descending: false },
  '-updatedAt': { ...byChange, descending: true },
}

const tileCount = sql<number>`(
  select count(*)::int from report_dashboard_tiles tile
  where tile.workspace_id = report_dashboards.workspace_id and tile.dashboard_id = report_dashboards.id
)`

export const listReportDashboards = handler(contract.listReportDashboards, async ({ tx, actor, query }) => {
  const found = selectReportDashboards(tx, actor).select(tileCount.as('tile_count'))
  const matching = query.q
    ? found.where(
        containsText(sql`fold(report_dashboards.folder || ' ' || report_dashboards.name)`, query.q) as never,
      )
    : found
  const page = await fetchCountedPage(tx, matching, 'report_dashboards.id', orders[query.sort]!, query)
  return {
    items: page.rows.map((row) => ({ ...presentReportDashboard(row, actor), tileCount: row.tile_count })),
    nextCursor: page.nextCursor,
    total: page.total,
  }
})
