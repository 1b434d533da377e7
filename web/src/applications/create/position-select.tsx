import { t } from '@lingui/core/macro'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'

interface PositionSelectProps {
  value: string | null
  onChange: (positionId: string | null) => void
  error?: ReactNode
  /** Asks for a new position of that name; left out for users who may not create one. */
  onCreate?: ((name: string) => void) | undefined
}

interface Option {
  id: string
  name: string
  company: { name: string }
}

function labelOf({ name, company }: Option): string {
  return `${name} · ${company.name}`
}

/** Returns the chosen position with its statuses. */
export function usePosition(positionId: string | null) {
  const query = endpointQuery(getPosition, { params: { id: positionId ?? '' } })
  return useQuery({ ...query, enabled: positionId !== null })
}

/** The option that creates a position. */
const creating = 'create'

/** Selects an open position; the server searches by position and company name. */
export function PositionSelect({ value, onChange, error, onCreate }: PositionSelectProps) {
  const [text, setText] = useState('')
  const chosen = usePosition(value).data
  const typed = chosen && text === labelOf(chosen) ? '' : text.trim()
  const [q] = useDebouncedValue(typed, 150)
  const found = useQuery({
    ...endpointQuery(listPositions, {
      query: { state: ['open', 'on_hold'], sort: 'name', limit: 50, q: q || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const options = new Map<string, Option>(
    (found.data?.items ?? []).map((position) => [position.id, position]),
  )
  if (chosen) options.set(chosen.id, chosen)
  const data = [...options.values()].map((position) => ({ value: position.id, label: labelOf(position) }))
  if (onCreate && !found.isPending)
    data.push({ value: creating, label: typed ? t`Create position “${typed}”` : t`Create position…` })
  return (
    <Select
      label={t`Position`}
      placeholder={t`Search positions`}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered them.
      filter={({ options: all }) => all}
      data={data}
      nothingFoundMessage={found.isPending ? t`Searching` : t`No matching open positions`}
      rightSection={found.isFetching && q ? <Loader size={14} /> : undefined}
      value={value}
      onChange={(chosen) => (chosen === creating ? onCreate?.(typed) : onChange(chosen))}
      allowDeselect={false}
      error={error}
      maxDropdownHeight={280}
    />
  )
}
