import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Drawer, Menu } from '@mantine/core'
import {
  createSavedReport,
  deleteSavedReport,
  listSavedReports,
  restoreSavedReport,
} from '@muster/contract/saved-reports.ts'
import { IconChartBar, IconDots, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { EmptyState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { ReportDialog } from './report-dialog.tsx'
import classes from './reports-drawer.module.css'
import type { SavedReport } from './saved-reports.ts'

interface ReportsDrawerProps {
  reports: readonly SavedReport[]
  folders: readonly string[]
  current: string | undefined
  onOpen: (report: SavedReport) => void
  onClose: () => void
  /** Opens the schedules of everybody. */
  onSchedules: () => void
}

async function restore({ id, name }: SavedReport) {
  try {
    await call(restoreSavedReport, { params: { id } })
    await invalidate(listSavedReports)
  } catch (error) {
    toastError(error, t`Report ${name} not restored`)
  }
}

async function remove(report: SavedReport) {
  const { id, name } = report
  try {
    await call(deleteSavedReport, { params: { id } })
    await invalidate(listSavedReports)
    toast(t`Deleted report ${name}`, () => void restore(report))
  } catch (error) {
    toastError(error, t`Report ${name} not deleted`)
  }
}

/** Returns a name that is not in use in the folder: "Contact rate (copy)", "Contact rate (copy 2)". */
function nameOfCopy({ name, folder }: SavedReport, reports: readonly SavedReport[]): string {
  const isTaken = (wanted: string) =>
    reports.some((one) => one.folder === folder && one.name.toLowerCase() === wanted.toLowerCase())
  const base = name.slice(0, 64)
  let copy = t`${base} (copy)`
  for (let number = 2; isTaken(copy); number += 1) copy = t`${base} (copy ${number})`
  return copy
}

async function copyReport(report: SavedReport, reports: readonly SavedReport[]) {
  try {
    const { query, folder } = report
    const body = { name: nameOfCopy(report, reports), folder, query }
    const { name } = await call(createSavedReport, { body })
    await invalidate(listSavedReports)
    toast(t`Saved report ${name}`)
  } catch (error) {
    toastError(error, t`Report not copied`)
  }
}

interface ReportItemProps {
  report: SavedReport
  reports: readonly SavedReport[]
  isCurrent: boolean
  onOpen: () => void
  onEdit: () => void
}

function ReportItem({ report, reports, isCurrent, onOpen, onEdit }: ReportItemProps) {
  const { t } = useLingui()
  const { name, owner, roles, can } = report
  const shared = roles.map((role) => t(roleNames[role])).join(', ')
  return (
    <li className={classes.item} data-current={isCurrent || undefined}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <span className={classes.name}>{name}</span>
        <span className={classes.caption}>
          {can.edit ? (shared ? t`Shared with ${shared}` : t`Private`) : t`Shared by ${owner.name}`}
        </span>
      </button>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon aria-label={t`Actions for ${name}`}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can.edit && (
            <Menu.Item onClick={onEdit}>
              <Trans>Rename and share</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void copyReport(report, reports)}>
            <Trans>Copy</Trans>
          </Menu.Item>
          {can.edit && (
            <Menu.Item color="red" onClick={() => void remove(report)}>
              <Trans>Delete</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

/** The saved reports by folder: opens, renames, shares, copies and deletes them. */
export function ReportsDrawer({
  reports,
  folders,
  current,
  onOpen,
  onClose,
  onSchedules,
}: ReportsDrawerProps) {
  const { t } = useLingui()
  const managesSchedules = usePermission('workspace:manage')
  const [editing, setEditing] = useState<SavedReport>()
  const groups = [...Map.groupBy(reports, ({ folder }) => folder)]
  return (
    <Drawer opened={useOpened(true)} onClose={onClose} position="right" title={t`Reports`}>
      {managesSchedules && (
        <Button
          variant="default"
          className={classes.schedules}
          leftSection={<IconMail size={16} stroke={1.6} />}
          onClick={onSchedules}
        >
          <Trans>Schedules of all users</Trans>
        </Button>
      )}
      {reports.length === 0 && (
        <EmptyState
          icon={IconChartBar}
          title={t`No saved reports`}
          text={t`Ask a question on this screen, then choose “Save report”.`}
        />
      )}
      {groups.map(([folder, theirs]) => (
        <section key={folder} aria-label={folder || t`Without a folder`}>
          {folder && <h2 className={classes.folder}>{folder}</h2>}
          <ul className={classes.list}>
            {theirs.map((report) => (
              <ReportItem
                key={report.id}
                report={report}
                reports={reports}
                isCurrent={report.id === current}
                onOpen={() => onOpen(report)}
                onEdit={() => setEditing(report)}
              />
            ))}
          </ul>
        </section>
      ))}
      {editing && (
        <ReportDialog
          report={editing}
          query={editing.query}
          folders={folders}
          onClose={() => setEditing(undefined)}
          onSaved={() => setEditing(undefined)}
        />
      )}
    </Drawer>
  )
}
