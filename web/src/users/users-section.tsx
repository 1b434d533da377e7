import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { exportUsers, listUsers } from '@muster/contract/users.ts'
import { IconTrash, IconUsers } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { usePages } from '../api/pages.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { usePermission } from '../session/session.ts'
import { permissionLabels } from '../texts/permission-labels.ts'
import { AddLink } from '../ui/add-link.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { LinkButton } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { EmptyState } from '../ui/state.tsx'
import { UserCard, userColumns } from './user-columns.tsx'
import { colleaguesText } from './user-labels.ts'
import { UsersBulkBar } from './users-bulk-bar.tsx'
import { UsersFilters } from './users-filters.tsx'
import { usersQuery } from './users-query.ts'
import type { UsersSearch } from './users-search.ts'

const AddUserDrawer = lazy(() =>
  import('./add-user-drawer.tsx').then((module) => ({ default: module.AddUserDrawer })),
)
const UserDrawer = lazy(() => import('./user-drawer.tsx').then((module) => ({ default: module.UserDrawer })))

const route = getRouteApi('/settings/users')

function Nobody({ deleted }: { deleted: boolean }) {
  const showAll = (
    <LinkButton to="/settings/users" variant="default">
      <Trans>Show all users</Trans>
    </LinkButton>
  )
  return deleted ? (
    <EmptyState
      icon={IconTrash}
      title={t`No deleted users`}
      text={t`Deleted users can be restored for 30 days.`}
      action={showAll}
    />
  ) : (
    <EmptyState
      icon={IconUsers}
      title={t`No users match these filters`}
      text={t`Try part of a name or email, or remove filters.`}
      action={showAll}
    />
  )
}

/** The selected rows; with the shift key, a range from the last one toggled. */
function useTicks(ids: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  function toggle(id: string, range: boolean) {
    const next = new Set(ticked)
    const [from, to] = [ids.indexOf(anchor ?? ''), ids.indexOf(id)]
    if (range && from !== -1) {
      for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
    } else if (!next.delete(id)) next.add(id)
    setTicked(next)
    setAnchor(id)
  }
  return {
    ids: ticked,
    onToggle: toggle,
    onToggleAll: () => setTicked(ids.every((id) => ticked.has(id)) ? new Set() : new Set(ids)),
    clear: () => setTicked(new Set()),
  }
}

/** Ignores an unknown permission. */
function withKnownRight(search: UsersSearch): UsersSearch {
  return search.holds && !(search.holds in permissionLabels) ? { ...search, holds: undefined } : search
}

/** Lists the users of the workspace with their permissions, and the actions of those who manage them. */
export function UsersSection() {
  const search = withKnownRight(route.useSearch())
  const { add, user, part } = search
  const query = usersQuery(search)
  const navigate = route.useNavigate()
  const pages = usePages(listUsers, { query })
  const manages = usePermission('users:manage')
  const deleted = search.deleted === 'true'
  const ticks = useTicks(pages.rows.map(({ id }) => id))
  const columns = useMemo(() => userColumns({ deleted, opens: manages }), [deleted, manages])
  const change = (changes: UsersSearch, ignoreBlocker = false) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true, ignoreBlocker })
  const close = (ignoreBlocker = false) =>
    change({ user: undefined, part: undefined, add: undefined }, ignoreBlocker)

  return (
    <>
      <ListToolbar
        narrow
        total={pages.total && colleaguesText(pages.total.value)}
        actions={
          <>
            <ExportListButton endpoint={exportUsers} query={query ?? {}} />
            {manages && (
              <AddLink to="/settings/users" search={{ ...search, add: true }}>
                <Trans>Add user</Trans>
              </AddLink>
            )}
          </>
        }
      >
        <UsersFilters search={search} onChange={change} manages={manages} />
      </ListToolbar>
      <DataTable
        label={t`Users`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? 'name'}
        onSort={(sort) => change({ sort: sort as UsersSearch['sort'] })}
        onOpen={manages && !deleted ? ({ id }) => change({ user: id, part: undefined }) : undefined}
        nameOf={({ name }) => name}
        selection={manages ? ticks : undefined}
        card={(row) => <UserCard user={row} opens={manages} />}
        placeKey={`users ${JSON.stringify(query)}`}
        empty={<Nobody deleted={deleted} />}
      />
      {manages && (
        <UsersBulkBar
          selected={pages.rows.filter(({ id }) => ticks.ids.has(id))}
          deleted={deleted}
          onClear={ticks.clear}
        />
      )}
      <Suspense>
        {manages && add && <AddUserDrawer onClose={() => close()} onDone={() => close(true)} />}
        {manages && user && (
          <UserDrawer
            key={user}
            userId={user}
            name={pages.rows.find(({ id }) => id === user)?.name}
            part={part ?? 'details'}
            onPart={(next) => change({ part: next === 'details' ? undefined : next })}
            onClose={() => close()}
            onDone={() => close(true)}
          />
        )}
      </Suspense>
    </>
  )
}
