import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { listWorkspaces } from '@muster/contract/admin-workspaces.ts'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { AddLink } from '../ui/add-link.tsx'
import { When } from '../ui/age.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatDay, formatNumber, formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { formatFileSize } from '../uploads/file-size.ts'
import classes from './admin.module.css'
import { rowsOf, type WorkspacesSearch } from './admin-search.ts'

type Workspace = RowOf<typeof listWorkspaces>

const AddWorkspaceDrawer = lazy(() =>
  import('./add-workspace-drawer.tsx').then((module) => ({ default: module.AddWorkspaceDrawer })),
)
const WorkspaceDrawer = lazy(() =>
  import('./workspace-drawer.tsx').then((module) => ({ default: module.WorkspaceDrawer })),
)

const route = getRouteApi('/admin/workspaces')

function Name({ workspace: { id, name, state } }: { workspace: Workspace }) {
  return (
    <>
      <TextLink
        from="/admin/workspaces"
        to="/admin/workspaces"
        search={(now) => ({ ...now, open: id })}
        className={classes.link}
        title={name}
      >
        {name}
      </TextLink>{' '}
      {state === 'suspended' && (
        <Badge variant="light" color="orange" size="sm">
          <Trans>Suspended</Trans>
        </Badge>
      )}
    </>
  )
}

const workspaceColumns = (): Column<Workspace>[] => [
  {
    id: 'name',
    header: t`Workspace`,
    width: 'minmax(160px, 2fr)',
    sort: 'name',
    cell: (workspace) => <Name workspace={workspace} />,
  },
  { id: 'users', header: t`Users`, width: '80px', align: 'right', cell: ({ users }) => formatNumber(users) },
  {
    id: 'positions',
    header: t`Positions`,
    width: '90px',
    align: 'right',
    cell: ({ positions }) => formatNumber(positions),
  },
  {
    id: 'applications',
    header: t`Applications`,
    width: '110px',
    align: 'right',
    cell: ({ applications }) => formatTotal(applications),
  },
  {
    id: 'storage',
    header: t`Files`,
    width: '90px',
    align: 'right',
    from: 'lg',
    cell: ({ storageBytes }) => (storageBytes > 0 ? formatFileSize(storageBytes) : formatNumber(0)),
  },
  {
    id: 'lastActivity',
    header: t`Last activity`,
    width: '130px',
    align: 'right',
    cell: ({ lastActivityAt }) =>
      lastActivityAt ? (
        <When at={lastActivityAt} />
      ) : (
        <span className={classes.faint}>
          <Trans>No activity yet</Trans>
        </span>
      ),
  },
  {
    id: 'createdAt',
    header: t({ message: 'Created', context: 'day a workspace was made' }),
    width: '120px',
    from: 'lg',
    align: 'right',
    sort: '-createdAt',
    cell: ({ createdAt }) => formatDay(createdAt),
  },
]

function WorkspaceCard({ row }: { row: Workspace }) {
  const users = formatNumber(row.users)
  return (
    <div className={classes.card}>
      <span className={classes.cut}>
        <Name workspace={row} />
      </span>
      <span className={classes.cardFacts}>
        <span>{plural(row.users, { one: `${users} user`, other: `${users} users` })}</span>
        <span className={classes.caption}>{row.lastActivityAt && <When at={row.lastActivityAt} />}</span>
      </span>
    </div>
  )
}

/** Lists the workspaces of the installation with their sizes, never their contents. */
export function WorkspaceList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = rowsOf(search)
  const pages = usePages(listWorkspaces, { query })
  const columns = useMemo(workspaceColumns, [])
  const change = (changes: WorkspacesSearch, ignoreBlocker = false) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true, ignoreBlocker })
  const total = pages.total && formatTotal(pages.total)
  return (
    <>
      <ListToolbar
        total={
          pages.total &&
          plural(pages.total.value, { one: `${total} workspace`, other: `${total} workspaces` })
        }
        actions={
          <AddLink to="/admin/workspaces" search={{ ...search, add: true }}>
            <Trans>Create workspace</Trans>
          </AddLink>
        }
      >
        <SearchInput label={t`Search workspaces`} value={search.q} onChange={(q) => change({ q })} />
        <ChoiceChip
          label={t`State`}
          any={t`any`}
          choices={[
            { value: 'active', label: t`Active` },
            { value: 'suspended', label: t`Suspended` },
          ]}
          values={search.state}
          onChange={(state) => change({ state: state as WorkspacesSearch['state'] })}
        />
      </ListToolbar>
      <DataTable
        label={t`Workspaces`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? '-createdAt'}
        onSort={(sort) => change({ sort: sort as WorkspacesSearch['sort'] })}
        onOpen={({ id }) => change({ open: id })}
        activeId={search.open}
        card={(row) => <WorkspaceCard row={row} />}
        placeKey={`admin workspaces ${JSON.stringify(query)}`}
        empty={
          <EmptyState
            icon={IconBuildingCommunity}
            title={t`No workspaces match`}
            text={t`Try part of a name, or remove filters.`}
          />
        }
      />
      <Suspense>
        {search.add && (
          <AddWorkspaceDrawer
            onClose={() => change({ add: undefined })}
            onDone={(id) => change({ add: undefined, open: id }, true)}
          />
        )}
        {search.open && (
          <WorkspaceDrawer
            key={search.open}
            workspaceId={search.open}
            name={pages.rows.find(({ id }) => id === search.open)?.name}
            onClose={() => change({ open: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}
