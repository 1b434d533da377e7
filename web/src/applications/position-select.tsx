import { t } from '@lingui/core/macro'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endpointQuery } from '../api/query.ts'

interface PositionSelectProps {
  value: string | null
  onChange: (positionId: string | null) => void
  error?: ReactNode
}

interface Option {
  id: string
  name: string
  company: { name: string }
}

function labelOf({ name, company }: Option): string {
  return `${name} · ${company.name}`
}

/** The chosen position with its statuses. */
export function usePosition(positionId: string | null) {
  const query = endpointQuery(getPosition, { params: { id: positionId ?? '' } })
  return useQuery({ ...query, enabled: positionId !== null })
}

/** The positions that take applications, found by their name or their company's while typing. */
export function PositionSelect({ value, onChange, error }: PositionSelectProps) {
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
  return (
    <Select
      label={t`Position`}
      placeholder={t`Search positions`}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server found them; what it found is what is offered.
      filter={({ options: all }) => all}
      data={[...options.values()].map((position) => ({ value: position.id, label: labelOf(position) }))}
      nothingFoundMessage={found.isPending ? t`Searching` : t`No open position of this name`}
      rightSection={found.isFetching && q ? <Loader size={14} /> : undefined}
      value={value}
      onChange={onChange}
      error={error}
      maxDropdownHeight={280}
    />
  )
}
