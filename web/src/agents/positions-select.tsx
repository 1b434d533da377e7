import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listPositions } from '@muster/contract/positions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endpointQuery } from '../api/query.ts'

interface PositionsSelectProps {
  label: string
  value?: string[]
  onChange?: (positionIds: string[]) => void
  error?: ReactNode
  /** The names of the initial values. */
  known: readonly { id: string; name: string }[]
}

/** Selects positions; the server searches by position and company name. */
export function PositionsSelect({ known, onChange, ...field }: PositionsSelectProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 150)
  // Keep the names of selected positions when the search changes.
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])))
  const found = useQuery({
    ...endpointQuery(listPositions, {
      query: { state: ['open', 'on_hold'], sort: 'name', limit: 50, q: q || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const options = new Map(names)
  for (const { id, name, company } of found.data?.items ?? []) options.set(id, `${name} · ${company.name}`)
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered them.
      filter={({ options: all }) => all}
      data={[...options].map(([value, label]) => ({ value, label }))}
      placeholder={field.value?.length ? undefined : t`Search positions`}
      nothingFoundMessage={found.isPending ? t`Searching` : t`No matching open positions`}
      onChange={(ids) => {
        setNames(options)
        onChange?.(ids)
      }}
      {...field}
    />
  )
}
