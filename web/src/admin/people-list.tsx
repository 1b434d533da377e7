import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { listAllUsers } from '@muster/contract/admin-users.ts'
import { IconUsers } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { When } from '../ui/age.tsx'
import { Chip } from '../ui/chip.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { roleKeys } from '../users/users-search.ts'
import classes from './admin.module.css'
import { type PeopleSearch, rowsOf } from './admin-search.ts'
import { useOpenedRow } from './use-opened-row.ts'

type Person = RowOf<typeof listAllUsers>

const PersonDrawer = lazy(() =>
  import('./person-drawer.tsx').then((module) => ({ default: module.PersonDrawer })),
)

const route = getRouteApi('/admin/users')

function Name({ person: { id, name, email } }: { person: Person }) {
  return (
    <span className={classes.who}>
      <TextLink
        from="/admin/users"
        to="/admin/users"
        search={(now) => ({ ...now, open: id })}
        className={classes.link}
        title={name}
      >
        {name}
      </TextLink>
      <span className={classes.caption}>{email}</span>
    </span>
  )
}

function Status({ person: { status, workspace } }: { person: Person }) {
  if (status === 'active' && !workspace.suspended)
    return (
      <span className={classes.faint}>
        <Trans>Active</Trans>
      </span>
    )
  return (
    <Badge variant="light" color="orange" size="sm">
      {status === 'suspended' ? t`Suspended` : t`Workspace suspended`}
    </Badge>
  )
}

const peopleColumns = (): Column<Person>[] => [
  {
    id: 'name',
    header: t`Name`,
    width: 'minmax(180px, 2fr)',
    sort: 'name',
    cell: (person) => <Name person={person} />,
  },
  {
    id: 'workspace',
    header: t`Workspace`,
    width: 'minmax(140px, 1.5fr)',
    cell: ({ workspace }) => <span className={classes.cut}>{workspace.name}</span>,
  },
  { id: 'role', header: t`Role`, width: 'minmax(110px, 1fr)', cell: ({ role }) => t(roleNames[role]) },
  { id: 'status', header: t`Status`, width: '160px', cell: (person) => <Status person={person} /> },
  {
    id: 'lastSeen',
    header: t`Last active`,
    width: '120px',
    from: 'lg',
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? (
        <When at={lastSeenAt} />
      ) : (
        <span className={classes.faint}>
          <Trans>Never signed in</Trans>
        </span>
      ),
  },
]

function PersonCard({ person }: { person: Person }) {
  return (
    <div className={classes.card}>
      <Name person={person} />
      <span className={classes.cardFacts}>
        <span className={classes.cut}>{person.workspace.name}</span>
        <span className={classes.caption}>{t(roleNames[person.role])}</span>
      </span>
    </div>
  )
}

/** Lists the users of all workspaces, with actions to help them. */
export function PeopleList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = rowsOf(search)
  const pages = usePages(listAllUsers, { query })
  const columns = useMemo(peopleColumns, [])
  const change = (changes: PeopleSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const close = () => change({ open: undefined })
  const opened = useOpenedRow(listAllUsers, pages, search.open, close)
  const total = pages.total && formatTotal(pages.total)
  return (
    <>
      <ListToolbar
        total={pages.total && plural(pages.total.value, { one: `${total} user`, other: `${total} users` })}
      >
        <SearchInput label={t`Search users`} value={search.q} onChange={(q) => change({ q })} />
        {search.workspaceId && (
          <Chip
            label={t`Workspace`}
            value={pages.rows[0]?.workspace.name}
            onRemove={() => change({ workspaceId: undefined })}
          />
        )}
        <ChoiceChip
          label={t`Role`}
          any={t`any`}
          choices={roleKeys.map((value) => ({ value, label: t(roleNames[value]) }))}
          values={search.role}
          onChange={(role) => change({ role: role as PeopleSearch['role'] })}
        />
        <ChoiceChip
          label={t`Status`}
          any={t`any`}
          choices={[
            { value: 'active', label: t`Active` },
            { value: 'suspended', label: t`Suspended` },
          ]}
          values={search.status}
          onChange={(status) => change({ status: status as PeopleSearch['status'] })}
        />
      </ListToolbar>
      <DataTable
        label={t`Users of all workspaces`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? '-createdAt'}
        onSort={(sort) => change({ sort: sort as PeopleSearch['sort'] })}
        onOpen={({ id }) => change({ open: id })}
        activeId={search.open}
        card={(person) => <PersonCard person={person} />}
        placeKey={`admin users ${JSON.stringify(query)}`}
        empty={
          <EmptyState
            icon={IconUsers}
            title={t`No users match these filters`}
            text={t`Try part of a name or email, or remove filters.`}
          />
        }
      />
      <Suspense>{opened && <PersonDrawer key={opened.id} person={opened} onClose={close} />}</Suspense>
    </>
  )
}
