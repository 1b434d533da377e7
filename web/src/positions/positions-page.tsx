import { listCompanies } from '@muster/contract/companies.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { IconBriefcase, IconLayoutKanban, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usePages } from '../api/pages.ts'
import { endpointQuery, type RowOf } from '../api/query.ts'
import { colleaguesQuery } from '../applications/queries.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { openingsLeft, stateLabels } from './position-state.ts'
import classes from './positions.module.css'
import type { PositionsSearch } from './routes.ts'
import { StateBadge } from './state-badge.tsx'
import { TypeCounts } from './type-counts.tsx'

type Position = RowOf<typeof listPositions>

const route = getRouteApi('/positions')

function Openings(position: Position) {
  return (
    <span title={`${formatNumber(position.hired)} of ${formatNumber(position.openings)} hired`}>
      {formatNumber(openingsLeft(position))}
      <span className={classes.caption}> of {formatNumber(position.openings)}</span>
    </span>
  )
}

function Name({ id, name, location }: Position) {
  return (
    <>
      <TextLink to="/positions/$id" params={{ id }} className={classes.name}>
        {name}
      </TextLink>
      {location && <span className={classes.caption}> · {location}</span>}
    </>
  )
}

const columns: Column<Position>[] = [
  { id: 'name', header: 'Position', width: 'minmax(180px, 2fr)', sort: 'name', cell: Name },
  {
    id: 'company',
    header: 'Company',
    width: 'minmax(120px, 1fr)',
    sort: 'company',
    cell: ({ company }) => company.name,
  },
  { id: 'state', header: 'State', width: '88px', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'openings', header: 'Openings left', width: '92px', align: 'right', cell: Openings },
  {
    id: 'counts',
    header: 'Applications by type',
    width: '400px',
    from: 'lg',
    cell: ({ id, counts }) => <TypeCounts positionId={id} counts={counts} />,
  },
  {
    id: 'owner',
    header: 'Owner',
    width: '52px',
    from: 'sm',
    cell: ({ owner }) => (owner ? <Avatar name={owner.name} /> : '—'),
  },
  {
    id: 'board',
    header: 'Board',
    headerHidden: true,
    width: '32px',
    align: 'right',
    cell: ({ id, name }) => (
      <Link
        to="/board/$id"
        params={{ id }}
        className={classes.boardLink}
        aria-label={`Board of ${name}`}
        title="Board"
      >
        <IconLayoutKanban size={16} stroke={1.5} aria-hidden />
      </Link>
    ),
  },
]

function PositionCard(position: Position) {
  return (
    <div className={classes.card}>
      <div className={classes.cardLine}>
        <TextLink to="/positions/$id" params={{ id: position.id }} className={classes.name}>
          {position.name}
        </TextLink>
        <StateBadge state={position.state} />
      </div>
      <div className={classes.cardLine}>
        <span className={classes.caption}>{position.company.name}</span>
        <span className={classes.caption}>
          {formatNumber(openingsLeft(position))} of {formatNumber(position.openings)} left
        </span>
      </div>
    </div>
  )
}

function Filters({
  search,
  change,
}: {
  search: PositionsSearch
  change: (changes: PositionsSearch) => void
}) {
  const companies = useQuery({
    ...endpointQuery(listCompanies, { query: { limit: 200 } }),
    enabled: usePermission('companies:read'),
  })
  const colleagues = useQuery({ ...colleaguesQuery, enabled: usePermission('users:read') })
  const named = (items: { id: string; name: string }[] | undefined) =>
    items?.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <SearchInput label="Search positions" value={search.q} onChange={(q) => change({ q })} />
      <ChoiceChip
        label="State"
        any="any"
        choices={Object.entries(stateLabels).map(([value, label]) => ({ value, label }))}
        values={search.state}
        onChange={(state) => change({ state: state as PositionsSearch['state'] })}
      />
      <ChoiceChip
        label="Company"
        any="any"
        choices={named(companies.data?.items)}
        values={search.companyId}
        onChange={(companyId) => change({ companyId })}
      />
      <ChoiceChip
        label="Owner"
        any="anyone"
        choices={named(colleagues.data?.items)}
        values={search.ownerId}
        onChange={(ownerId) => change({ ownerId })}
      />
    </>
  )
}

export function PositionsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listPositions, { query: search })
  const change = (changes: PositionsSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const filtered = Boolean(search.q || search.state || search.companyId || search.ownerId)
  const openButton = usePermission('positions:write') && (
    <LinkButton to="/positions/create" leftSection={<IconPlus size={16} stroke={1.8} />}>
      Open a position
    </LinkButton>
  )

  return (
    <Page
      title="Positions"
      fill
      actions={openButton}
      toolbar={
        <>
          <Filters search={search} change={change} />
          {pages.total && <span className={classes.total}>{formatTotal(pages.total)} positions</span>}
        </>
      }
    >
      <DataTable
        label="Positions"
        columns={columns}
        pages={pages}
        sort={search.sort}
        onSort={(sort) => change({ sort: sort as PositionsSearch['sort'] })}
        onOpen={(position) => navigate({ to: '/positions/$id', params: { id: position.id } })}
        card={PositionCard}
        placeKey={`positions ${JSON.stringify(search)}`}
        empty={
          filtered ? (
            <EmptyState
              icon={IconBriefcase}
              title="No position matches"
              text="Change the search or take a filter away."
              action={
                <LinkButton to="/positions" variant="default">
                  Show all positions
                </LinkButton>
              }
            />
          ) : (
            <EmptyState
              icon={IconBriefcase}
              title="No positions yet"
              text="A position is an opening at a company, with a board of its own."
              action={openButton}
            />
          )
        }
      />
    </Page>
  )
}
