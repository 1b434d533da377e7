import { t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  copyReportDashboard,
  deleteReportDashboard,
  getReportDashboard,
  listReportDashboards,
  restoreReportDashboard,
} from '@muster/contract/report-dashboards.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, type RowOf } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { formatList } from '../ui/format.ts'
import { toast, toastError } from '../ui/toast.tsx'

export type ReportDashboard = ResponseOf<typeof getReportDashboard>
export type ReportDashboardRow = RowOf<typeof listReportDashboards>
export type Tile = ReportDashboard['tiles'][number]

export function reportDashboardQuery(id: string) {
  return endpointQuery(getReportDashboard, { params: { id } })
}

export function dashboardsChanged(): Promise<void> {
  return invalidate(listReportDashboards, getReportDashboard)
}

export function rolesText(roles: readonly (keyof typeof roleNames)[]): string {
  return formatList(roles.map((role) => t(roleNames[role])))
}

/** States who sees it: "Private", "Shared with Viewer", "Shared by Olga Owner". */
export function sharingText({
  can,
  roles,
  owner,
}: Pick<ReportDashboardRow, 'can' | 'roles' | 'owner'>): string {
  if (!can.edit) return t`Shared by ${owner.name}`
  const shared = rolesText(roles)
  return shared ? t`Shared with ${shared}` : t`Private`
}

interface Named {
  id: string
  name: string
}

async function restore({ id, name }: Named) {
  try {
    await call(restoreReportDashboard, { params: { id } })
    toast(t`Restored ${name}`)
  } catch (error) {
    toastError(error, t`${name} not restored`)
  }
  await dashboardsChanged()
}

/** Deletes a report dashboard, with Undo. Returns whether it is deleted. */
export async function removeDashboard(dashboard: Named): Promise<boolean> {
  const { id, name } = dashboard
  try {
    await call(deleteReportDashboard, { params: { id } })
  } catch (error) {
    toastError(error, t`${name} not deleted`)
    return false
  }
  await invalidate(listReportDashboards)
  toast(t`Deleted ${name}`, () => void restore(dashboard))
  return true
}

/** Copies a report dashboard. Returns the copy, or null if that failed. */
export async function copyDashboard({ id, name }: Named): Promise<ReportDashboard | null> {
  try {
    const copy = await call(copyReportDashboard, { params: { id } })
    await invalidate(listReportDashboards)
    toast(t`Copied as ${copy.name}`)
    return copy
  } catch (error) {
    toastError(error, t`${name} not copied`)
    return null
  }
}
