import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { updateReportDashboard } from '@muster/contract/report-dashboards.ts'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { ReportCalls } from '../dashboard/report-calls.tsx'
import type { SavedReport } from '../explore/saved-reports.ts'
import { Page } from '../layout/page.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { AddReport } from './add-report.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'
import { dropTile, moveTile } from './move-tile.ts'
import { OverAll } from './over-all.tsx'
import classes from './report-dashboards.module.css'
import {
  dashboardsChanged,
  type ReportDashboard,
  reportDashboardQuery,
  type Tile,
} from './report-dashboards.ts'
import type { DashboardSearch } from './routes.ts'
import { DashboardTile, type TileEditing } from './tile.tsx'

const DashboardDialog = lazy(() =>
  import('./dashboard-dialog.tsx').then((module) => ({ default: module.DashboardDialog })),
)

const route = getRouteApi('/report-dashboards/$id')

/** The tiles while they are arranged: a draft, until it is saved. */
function useEditor(dashboard: ReportDashboard, isEditing: boolean, onDone: () => void) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Tile[] | null>(null)
  const [announced, setAnnounced] = useState('')
  const tiles = (isEditing && draft) || dashboard.tiles
  useUnsavedGuard(isEditing && draft !== null, dashboard.name)
  const nameOf = ({ report }: Tile) => report?.name ?? t`Report not available`

  function place(next: Tile[], moved: Tile) {
    setDraft(next)
    const [name, at, count] = [nameOf(moved), next.indexOf(moved) + 1, next.length]
    setAnnounced(t`${name}: place ${at} of ${count}`)
  }

  const save = useMutation({
    mutationFn: () =>
      call(updateReportDashboard, {
        params: { id: dashboard.id },
        body: {
          tiles: tiles.map(({ reportId, width, height }) => ({ reportId, width, height })),
          version: dashboard.version,
        },
      }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(reportDashboardQuery(saved.id).queryKey, saved)
      setDraft(null)
      onDone()
      toast(t`Saved ${saved.name}`)
      await dashboardsChanged()
    },
    onError: async (error) => {
      // The arrangement stays, and the next attempt has the version that was read since.
      if (error instanceof ApiError && error.status === 409) await dashboardsChanged()
      toastError(error, t`Not saved`)
    },
  })

  return {
    tiles,
    announced,
    save,
    isChanged: draft !== null,
    cancel: () => {
      setDraft(null)
      onDone()
    },
    add: (report: SavedReport) => {
      const tile: Tile = { reportId: report.id, width: 1, height: 'medium', report }
      place([...tiles, tile], tile)
    },
    editing: (tile: Tile, index: number): TileEditing => ({
      onMove: (by) => {
        const to = Math.min(Math.max(index + by, 0), tiles.length - 1)
        if (to !== index) place(moveTile(tiles, index, to), tile)
      },
      onDrop: (draggedId, edge) => {
        const dragged = tiles.find(({ reportId }) => reportId === draggedId)
        if (dragged) place(dropTile(tiles, draggedId, tile.reportId, edge), dragged)
      },
      onChange: (changes) => setDraft(tiles.with(index, { ...tile, ...changes })),
      onRemove: () => {
        setDraft(tiles.toSpliced(index, 1))
        setAnnounced(t`Removed ${nameOf(tile)}`)
      },
    }),
  }
}

/** Saved reports on a grid, with a period and filters over all of them. */
export function ReportDashboardPage() {
  const { t } = useLingui()
  const { id } = route.useParams()
  const { edit, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: dashboard } = useSuspenseQuery(reportDashboardQuery(id))
  const [isNaming, setNaming] = useState(false)
  const { name, can } = dashboard
  const isEditing = edit === true && can.edit
  const change = (changes: DashboardSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const editor = useEditor(dashboard, isEditing, () => change({ edit: undefined }))
  const { tiles } = editor
  const editButton = can.edit && (
    <Button variant={tiles.length > 0 ? 'default' : 'filled'} onClick={() => change({ edit: true })}>
      <Trans>Arrange</Trans>
    </Button>
  )
  return (
    <Page
      title={name}
      breadcrumb={
        <>
          <span className={classes.path}>
            <TextLink to="/report-dashboards">
              <Trans>Report dashboards</Trans>
            </TextLink>
            <span className={classes.slash}>/</span>
          </span>
          <h1 className={classes.title}>{name}</h1>
        </>
      }
      actions={
        isEditing ? (
          <>
            <Button variant="default" onClick={editor.cancel}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              disabled={!editor.isChanged}
              title={editor.isChanged ? undefined : t`Nothing has changed`}
              loading={editor.save.isPending}
              onClick={() => editor.save.mutate()}
            >
              <Trans>Save</Trans>
            </Button>
          </>
        ) : (
          <>
            {tiles.length > 0 && editButton}
            <DashboardMenu
              dashboard={dashboard}
              onEdit={() => setNaming(true)}
              onRemoved={() => void navigate({ to: '/report-dashboards' })}
            />
          </>
        )
      }
    >
      {isEditing ? (
        <div className={classes.adding}>
          <AddReport tiles={tiles} onAdd={editor.add} />
          <p
            className={classes.hint}
          >{t`Drag the reports, or move them with the arrow keys on their handles.`}</p>
        </div>
      ) : (
        <OverAll search={search} onChange={change} />
      )}
      <div className={classes.area}>
        {tiles.length > 0 ? (
          <ul className={classes.grid} aria-label={t`Reports`}>
            {tiles.map((tile, index) => (
              <DashboardTile
                key={tile.reportId}
                tile={tile}
                dashboard={dashboard}
                over={search}
                editing={isEditing ? editor.editing(tile, index) : undefined}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={IconLayoutGrid}
            title={t`No reports on this dashboard yet`}
            text={
              isEditing
                ? t`Add saved reports above.`
                : can.edit
                  ? t`Add saved reports and arrange them.`
                  : undefined
            }
            action={isEditing ? undefined : editButton}
          />
        )}
        <div className={classes.hidden} role="status">
          {editor.announced}
        </div>
      </div>
      <ReportCalls search={search as never} onClose={() => change({ calls: undefined })} />
      <Suspense>
        {isNaming && (
          <DashboardDialog
            dashboard={dashboard}
            onClose={() => setNaming(false)}
            onSaved={() => setNaming(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}
