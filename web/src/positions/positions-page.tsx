import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getCompany, listCompanies } from '@muster/contract/companies.ts'
import { exportPositions, listPositions } from '@muster/contract/positions.ts'
import { IconBriefcase, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { endpointQuery } from '../api/query.ts'
import { useChoices } from '../api/use-choices.ts'
import { staffQuery } from '../applications/queries.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DeletedChip } from '../ui/deleted-chip.tsx'
import { formatTotal } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { ListTotal } from '../ui/list-total.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { PositionCard, positionColumns } from './position-columns.tsx'
import { stateLabels } from './position-state.ts'
import type { PositionsSearch } from './routes.ts'

const route = getRouteApi('/positions')

interface FiltersProps {
  search: PositionsSearch
  change: (changes: PositionsSearch) => void
}

/** The positions behind a figure of a report. They can be removed but not chosen. */
function ChosenPositions({ ids, change }: { ids: string[]; change: FiltersProps['change'] }) {
  const { data } = useQuery(endpointQuery(listPositions, { query: { positionId: ids, limit: 200 } }))
  return (
    <ChoiceChip
      label={t`Position`}
      any=""
      choices={data?.items.map(({ id, name }) => ({ value: id, label: name }))}
      values={ids}
      onChange={(positionId) => change({ positionId })}
    />
  )
}

function Filters({ search, change }: FiltersProps) {
  const companies = useChoices(
    {
      name: listCompanies.name,
      list: (q) => call(listCompanies, { query: { limit: 200, sort: 'name', q } }),
      get: (id) => call(getCompany, { params: { id } }),
      enabled: usePermission('companies:read'),
    },
    search.companyId,
  )
  const mayReadUsers = usePermission('users:read')
  const colleagues = useQuery({ ...staffQuery, enabled: mayReadUsers })
  const mayRestore = usePermission('positions:write')
  const named = (items: { id: string; name: string }[] | undefined) =>
    items?.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <SearchInput label={t`Search positions`} value={search.q} onChange={(q) => change({ q })} />
      <ChoiceChip
        label={t`State`}
        any={t({ message: 'any', context: 'filter by state' })}
        choices={Object.entries(stateLabels).map(([value, label]) => ({ value, label: t(label) }))}
        values={search.state}
        onChange={(state) => change({ state: state as PositionsSearch['state'] })}
      />
      <ChoiceChip
        label={t`Company`}
        any={t({ message: 'any', context: 'filter by company' })}
        {...companies}
        values={search.companyId}
        onChange={(companyId) => change({ companyId })}
      />
      {mayReadUsers && (
        <ChoiceChip
          label={t`Owner`}
          any={t({ message: 'anyone', context: 'filter by owner' })}
          choices={named(colleagues.data?.items)}
          values={search.ownerId}
          onChange={(ownerId) => change({ ownerId })}
        />
      )}
      {search.positionId && <ChosenPositions ids={search.positionId} change={change} />}
      {mayRestore && (
        <DeletedChip deleted={search.deleted === 'true'} onChange={(deleted) => change({ deleted })} />
      )}
    </>
  )
}

function NoPositions({ search, openButton }: { search: PositionsSearch; openButton: React.ReactNode }) {
  const { q, state, companyId, positionId, ownerId, deleted } = search
  const narrowed = Boolean(q || state || companyId || positionId || ownerId)
  if (deleted && !narrowed) {
    return (
      <EmptyState
        icon={IconTrash}
        title={t`No deleted positions`}
        text={t`Deleted positions stay here for 30 days and can be restored.`}
        action={
          <LinkButton to="/positions" variant="default">
            <Trans>Show all positions</Trans>
          </LinkButton>
        }
      />
    )
  }
  if (narrowed) {
    return (
      <EmptyState
        icon={IconBriefcase}
        title={t`No matching positions`}
        text={t`Change the search or remove a filter.`}
        action={
          <LinkButton to="/positions" variant="default">
            <Trans>Show all positions</Trans>
          </LinkButton>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={IconBriefcase}
      title={t`No positions yet`}
      text={t`A position is a job at a company. Each position has its own board.`}
      action={openButton}
    />
  )
}

export function PositionsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listPositions, { query: search })
  const deleted = search.deleted === 'true'
  const columns = useMemo(() => positionColumns(deleted), [deleted])
  const change = (changes: PositionsSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const openButton = usePermission('positions:write') && (
    <LinkButton to="/positions/create" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}>
      <Trans>Create position</Trans>
    </LinkButton>
  )
  const total = pages.total && formatTotal(pages.total)

  return (
    <Page
      title={t`Positions`}
      fill
      actions={openButton}
      toolbar={
        <>
          <Filters search={search} change={change} />
          <ListTotal>
            {pages.total &&
              plural(pages.total.value, { one: `${total} position`, other: `${total} positions` })}
          </ListTotal>
          <ExportListButton endpoint={exportPositions} query={search} />
        </>
      }
    >
      <DataTable
        label={t`Positions`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? '-createdAt'}
        onSort={(sort) => change({ sort: sort as PositionsSearch['sort'] })}
        onOpen={
          deleted ? undefined : (position) => navigate({ to: '/positions/$id', params: { id: position.id } })
        }
        card={PositionCard}
        placeKey={`positions ${JSON.stringify(search)}`}
        empty={<NoPositions search={search} openButton={openButton} />}
      />
    </Page>
  )
}
