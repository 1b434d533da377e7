import * as contract from '@muster/contract/report-dashboards.ts'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { assertRoomForDashboard, insertReportDashboard } from './create-report-dashboard.ts'
import { loadReportDashboard, type ReportDashboard } from './load-report-dashboard.ts'

/** Returns a name that the actor does not use in the folder: "Monday (copy)", "Monday (copy 2)". */
async function nameOfCopy(tx: Database, actor: Actor, { name, folder }: ReportDashboard): Promise<string> {
  const own = await tx
    .selectFrom('report_dashboards')
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .where('deleted_at', 'is', null)
    .select(['name', 'folder'])
    .execute()
  const keyOf = (row: { name: string; folder: string }) => `${row.folder}\n${row.name}`.toLowerCase()
  const taken = new Set(own.map(keyOf))
  const base = name.slice(0, 64)
  let copy = t`${base} (copy)`
  for (let number = 2; taken.has(keyOf({ name: copy, folder })); number += 1)
    copy = t`${base} (copy ${number})`
  return copy
}

export const copyReportDashboard = handler(contract.copyReportDashboard, async ({ tx, actor, params }) => {
  const original = await loadReportDashboard(tx, actor, params.id)
  await assertRoomForDashboard(tx, actor)
  const { folder, tiles } = original
  const name = await nameOfCopy(tx, actor, original)
  return insertReportDashboard(tx, actor, {
    name,
    folder,
    tiles: tiles.filter(({ report }) => report !== null),
  })
})
