import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listReportDashboards } from '@muster/contract/report-dashboards.ts'
import { IconLayoutGrid } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { usePages } from '../api/pages.ts'
import { Page } from '../layout/page.tsx'
import { AddLink } from '../ui/add-link.tsx'
import { When } from '../ui/age.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { ListTotal } from '../ui/list-total.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'
import classes from './report-dashboards.module.css'
import { type ReportDashboardRow, sharingText } from './report-dashboards.ts'

const DashboardDialog = lazy(() =>
  import('./dashboard-dialog.tsx').then((module) => ({ default: module.DashboardDialog })),
)

const route = getRouteApi('/report-dashboards')

function NameLink({ row: { id, name } }: { row: ReportDashboardRow }) {
  return (
    <TextLink to="/report-dashboards/$id" params={{ id }} className={classes.link} title={name}>
      {name}
    </TextLink>
  )
}

function useColumns(onEdit: (row: ReportDashboardRow) => void): Column<ReportDashboardRow>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t`Name`,
        width: 'minmax(180px, 2fr)',
        cell: (row) => <NameLink row={row} />,
      },
      { id: 'folder', header: t`Folder`, from: 'sm', cell: ({ folder }) => folder },
      {
        id: 'reports',
        header: t`Reports`,
        width: '80px',
        align: 'right',
        from: 'sm',
        cell: ({ tileCount }) => tileCount,
      },
      {
        id: 'sharing',
        header: t`Sharing`,
        width: 'minmax(160px, 2fr)',
        from: 'sm',
        cell: (row) => <span className={classes.muted}>{sharingText(row)}</span>,
      },
      {
        id: 'updatedAt',
        header: t`Changed`,
        from: 'lg',
        cell: ({ updatedAt }) => <When at={updatedAt} />,
      },
      {
        id: 'actions',
        header: t`Actions`,
        headerHidden: true,
        width: '48px',
        align: 'right',
        cell: (row) => <DashboardMenu dashboard={row} onEdit={() => onEdit(row)} />,
      },
    ],
    [t, onEdit],
  )
}

/** Lists the report dashboards by folder. */
export function ReportDashboardsPage() {
  const { t } = useLingui()
  const { q, add } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listReportDashboards, { query: { q } })
  const [edited, setEdited] = useState<ReportDashboardRow>()
  const columns = useColumns(setEdited)
  const addButton = (
    <AddLink to="/report-dashboards" search={{ q, add: true }}>
      <Trans>Add report dashboard</Trans>
    </AddLink>
  )
  const close = () => {
    setEdited(undefined)
    if (add) void navigate({ search: { q }, replace: true })
  }
  return (
    <Page
      title={t`Report dashboards`}
      fill
      actions={addButton}
      toolbar={
        <>
          <SearchInput
            label={t`Search report dashboards`}
            value={q}
            onChange={(typed) => void navigate({ search: { q: typed }, replace: true })}
          />
          <ListTotal>
            {pages.total && (
              <Plural value={pages.total.value} one="# report dashboard" other="# report dashboards" />
            )}
          </ListTotal>
        </>
      }
    >
      <DataTable
        label={t`Report dashboards`}
        columns={columns}
        pages={pages}
        card={(row) => (
          <div className={classes.card}>
            <span className={classes.who}>
              <NameLink row={row} />
              <span className={classes.muted}>
                {[
                  row.folder,
                  plural(row.tileCount, { one: '# report', other: '# reports' }),
                  sharingText(row),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <DashboardMenu dashboard={row} onEdit={() => setEdited(row)} />
          </div>
        )}
        placeKey={`report-dashboards ${q ?? ''}`}
        empty={
          q ? (
            <EmptyState
              icon={IconLayoutGrid}
              title={t`No report dashboards match “${q}”`}
              action={
                <LinkButton to="/report-dashboards" variant="default">
                  <Trans>Show all report dashboards</Trans>
                </LinkButton>
              }
            />
          ) : (
            <EmptyState
              icon={IconLayoutGrid}
              title={t`No report dashboards yet`}
              text={t`Put saved reports side by side, and filter all of them at once.`}
              action={addButton}
            />
          )
        }
      />
      <Suspense>
        {(add || edited) && (
          <DashboardDialog
            key={edited?.id ?? 'new'}
            dashboard={edited}
            onClose={close}
            onSaved={({ id }) => {
              if (edited) setEdited(undefined)
              else
                void navigate({
                  to: '/report-dashboards/$id',
                  params: { id },
                  search: { edit: true },
                  replace: true,
                })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
