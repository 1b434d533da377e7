import { t } from '@lingui/core/macro'
import { listCompanies } from '@muster/contract/companies.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { facetsQuery, staffQuery } from '../applications/queries.ts'
import { usePermission } from '../session/session.ts'
import { useIsStaff } from '../session/use-is-staff.ts'
import { Chip } from '../ui/chip.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { type AddedFilter, AddFilter } from './add-filter.tsx'
import type { Board } from './board-moves.ts'
import type { BoardSearch } from './board-search.ts'

const route = getRouteApi('/board/$id')

type Flag = 'late' | 'callbackDue' | 'neverContacted'

/** A filter that is on or off. */
function FlagChip({ name, label }: { name: Flag; label: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (value: true | undefined) =>
    navigate({ search: (now) => ({ ...now, [name]: value }), replace: true })
  const on = search[name]
  return (
    <Chip
      label={label}
      value={on && t`yes`}
      dashed={!on}
      aria-pressed={on ?? false}
      onClick={() => set(on ? undefined : true)}
      onRemove={on && (() => set(undefined))}
    />
  )
}

/** Filters a pipeline's board by position or company. */
function PositionChip({
  name,
  label,
  any,
}: {
  name: 'positionId' | 'companyId'
  label: string
  any: string
}) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const ofPositions = name === 'positionId'
  const positions = useQuery({
    ...endpointQuery(listPositions, { query: { limit: 200, state: 'open', sort: 'name' } }),
    enabled: ofPositions,
  })
  const companies = useQuery({
    ...endpointQuery(listCompanies, { query: { limit: 200 } }),
    enabled: !ofPositions,
  })
  const { data } = ofPositions ? positions : companies
  return (
    <ChoiceChip
      label={label}
      any={any}
      choices={data?.items.map((item) => ({ value: item.id, label: item.name }))}
      values={search[name]}
      onChange={(values) => navigate({ search: (now) => ({ ...now, [name]: values }), replace: true })}
    />
  )
}

function labelOf(name: AddedFilter): string {
  const labels = {
    tag: t`Tag`,
    positionId: t`Position`,
    companyId: t`Company`,
    callbackDue: t`Callback due`,
    neverContacted: t`Never called`,
  }
  return labels[name]
}

/** The filters of the board, the same as the list's and in the address. */
export function BoardFilters({ kind }: { kind: Board['kind'] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [added, setAdded] = useState<readonly AddedFilter[]>([])
  const mayReadUsers = usePermission('users:read')
  const colleagues = useQuery({ ...staffQuery, enabled: mayReadUsers })
  const isStaff = useIsStaff()
  const facets = useQuery({ ...facetsQuery, enabled: isStaff })
  const change = (changes: BoardSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const owners = [
    { value: 'me', label: t`Me` },
    { value: 'none', label: t`Unassigned` },
    ...(colleagues.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  const ofPipeline: readonly AddedFilter[] = kind === 'pipeline' ? ['positionId', 'companyId'] : []
  const offered: readonly AddedFilter[] = isStaff
    ? ['tag', ...ofPipeline, 'callbackDue', 'neverContacted']
    : ofPipeline
  const shown = offered.filter((name) => search[name] !== undefined || added.includes(name))
  return (
    <>
      <SearchInput label={t`Search this board`} value={search.q} onChange={(q) => change({ q })} />
      {mayReadUsers && (
        <ChoiceChip
          label={t`Owner`}
          any={t`anyone`}
          choices={owners}
          values={search.ownerId}
          onChange={(ownerId) => change({ ownerId })}
        />
      )}
      {isStaff && (
        <ChoiceChip
          label={t`Source`}
          any={t`any`}
          choices={facets.data?.sources.map((source) => ({ value: source, label: source }))}
          values={search.source}
          onChange={(source) => change({ source })}
        />
      )}
      <FlagChip name="late" label={t`Overdue`} />
      {shown.map((name) => {
        const label = labelOf(name)
        if (name === 'callbackDue' || name === 'neverContacted') {
          return <FlagChip key={name} name={name} label={label} />
        }
        if (name !== 'tag') return <PositionChip key={name} name={name} label={label} any={t`any`} />
        return (
          <ChoiceChip
            key={name}
            label={label}
            any={t`any`}
            choices={facets.data?.tags.map((tag) => ({ value: tag, label: tag }))}
            values={search.tag}
            onChange={(tag) => change({ tag })}
          />
        )
      })}
      <AddFilter
        choices={offered
          .filter((name) => !shown.includes(name))
          .map((name) => ({ name, label: labelOf(name) }))}
        onAdd={(name) => {
          setAdded((now) => [...now, name])
          if (name === 'callbackDue' || name === 'neverContacted') void change({ [name]: true })
        }}
      />
    </>
  )
}
