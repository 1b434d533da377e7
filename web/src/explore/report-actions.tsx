import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { listSavedReports, updateSavedReport } from '@muster/contract/saved-reports.ts'
import { IconDeviceFloppy, IconFolder, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './explore.module.css'
import type { ExploreSearch } from './explore-search.ts'
import { isChanged, type SavedReport, savedReportsQuery, searchOf, toParameters } from './saved-reports.ts'

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
)
const ReportsDrawer = lazy(() =>
  import('./reports-drawer.tsx').then((module) => ({ default: module.ReportsDrawer })),
)

/** Returns the report of the address, and whether the address asks something else by now. */
export function useOpenReport(search: ExploreSearch) {
  const { data } = useQuery(savedReportsQuery)
  const reports = data?.items ?? []
  const report = reports.find(({ id }) => id === search.report)
  return { reports, report, hasChanges: report !== undefined && isChanged(search, report) }
}

const SchedulesDrawer = lazy(() =>
  import('./schedules-drawer.tsx').then((module) => ({ default: module.SchedulesDrawer })),
)

const AllSchedulesDrawer = lazy(() =>
  import('./all-schedules-drawer.tsx').then((module) => ({ default: module.AllSchedulesDrawer })),
)

interface ReportActionsProps {
  search: ExploreSearch
  title: string
  onOpen: (search: ExploreSearch) => void
}

export function ChangedBadge({ search }: { search: ExploreSearch }) {
  const { hasChanges } = useOpenReport(search)
  if (!hasChanges) return null
  return (
    <Badge variant="default" size="sm">
      <Trans>Unsaved changes</Trans>
    </Badge>
  )
}

function useUpdate() {
  return useMutation({
    mutationFn: ({ report, search }: { report: SavedReport; search: ExploreSearch }) =>
      call(updateSavedReport, {
        params: { id: report.id },
        body: { query: toParameters(search), version: report.version },
      }),
    onSuccess: async (saved) => {
      await invalidate(listSavedReports)
      toast(t`Saved report ${saved.name}`)
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) await invalidate(listSavedReports)
      toastError(error, t`Not saved`)
    },
  })
}

/** Lists the saved reports, and saves the question as a new one or into its own. */
export function ReportActions({ search, title, onOpen }: ReportActionsProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'list' | 'save' | 'schedules' | 'all schedules'>()
  const { reports, report, hasChanges } = useOpenReport(search)
  const update = useUpdate()
  const folders = [...new Set(reports.map(({ folder }) => folder).filter(Boolean))]
  const isOwn = report?.can.edit ?? false
  const whyNoSchedule = report
    ? hasChanges && t`Save the changes first: the saved report is sent`
    : t`Save the report first`
  return (
    <>
      <Button
        variant="default"
        aria-label={t`Schedule`}
        title={whyNoSchedule || t`Send this report by email`}
        disabled={Boolean(whyNoSchedule)}
        {...(whyNoSchedule && { visibleFrom: 'sm' })}
        className={classes.action}
        leftSection={<IconMail size={16} stroke={1.6} />}
        onClick={() => setOpened('schedules')}
      >
        <span className={classes.wide}>
          <Trans>Schedule</Trans>
        </span>
      </Button>
      <Button
        variant="default"
        aria-label={t`Reports`}
        className={classes.action}
        leftSection={<IconFolder size={16} stroke={1.6} />}
        onClick={() => setOpened('list')}
      >
        <span className={classes.wide}>
          <Trans>Reports</Trans>
        </span>
      </Button>
      {report && isOwn ? (
        <Button
          disabled={!hasChanges}
          title={hasChanges ? undefined : t`Nothing has changed`}
          aria-label={t`Save changes`}
          className={classes.action}
          leftSection={<IconDeviceFloppy size={16} stroke={1.6} />}
          loading={update.isPending}
          onClick={() => update.mutate({ report, search })}
        >
          <span className={classes.wide}>
            <Trans>Save changes</Trans>
          </span>
        </Button>
      ) : (
        <Button
          aria-label={t`Save report`}
          className={classes.action}
          leftSection={<IconDeviceFloppy size={16} stroke={1.6} />}
          onClick={() => setOpened('save')}
        >
          <span className={classes.wide}>
            <Trans>Save report</Trans>
          </span>
        </Button>
      )}
      <Suspense fallback={null}>
        {opened === 'save' && (
          <ReportDialog
            suggested={title}
            query={toParameters(search)}
            folders={folders}
            reports={reports}
            onClose={() => setOpened(undefined)}
            onSaved={(saved) => {
              setOpened(undefined)
              onOpen(searchOf(saved))
            }}
          />
        )}
        {opened === 'schedules' && report && (
          <SchedulesDrawer report={report} onClose={() => setOpened(undefined)} />
        )}
        {opened === 'all schedules' && <AllSchedulesDrawer onClose={() => setOpened(undefined)} />}
        {opened === 'list' && (
          <ReportsDrawer
            reports={reports}
            folders={folders}
            current={search.report}
            onOpen={(chosen) => {
              setOpened(undefined)
              onOpen(searchOf(chosen))
            }}
            onClose={() => setOpened(undefined)}
            onSchedules={() => setOpened('all schedules')}
          />
        )}
      </Suspense>
    </>
  )
}
