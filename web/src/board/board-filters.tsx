import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { colleaguesQuery, facetsQuery } from '../applications/queries.ts'
import { usePermission } from '../session/session.ts'
import { Chip } from '../ui/chip.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import type { BoardSearch } from './board-query.ts'

const route = getRouteApi('/board/$id')

const ownOwners = [
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Nobody' },
]

/** Which of the board's cards are shown: whose, from where, by name, and only late ones. */
export function BoardFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayReadUsers = usePermission('users:read')
  const colleagues = useQuery({ ...colleaguesQuery, enabled: mayReadUsers })
  const facets = useQuery(facetsQuery)
  const change = (changes: BoardSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const owners = [
    ...ownOwners,
    ...(colleagues.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <SearchInput label="Search this board" value={search.q} onChange={(q) => change({ q })} />
      {mayReadUsers && (
        <ChoiceChip
          label="Owner"
          any="anyone"
          choices={owners}
          values={search.ownerId}
          onChange={(ownerId) => change({ ownerId })}
        />
      )}
      <ChoiceChip
        label="Source"
        any="any"
        choices={facets.data?.sources.map((source) => ({ value: source, label: source }))}
        values={search.source}
        onChange={(source) => change({ source })}
      />
      <Chip
        label="Late"
        value={search.late ? 'only' : undefined}
        dashed={!search.late}
        aria-pressed={search.late ?? false}
        onClick={() => change({ late: search.late ? undefined : true })}
        onRemove={search.late && (() => change({ late: undefined }))}
      />
    </>
  )
}
