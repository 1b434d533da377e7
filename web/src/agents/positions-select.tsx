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
  /** The names behind the ids it starts with. */
  known: readonly { id: string; name: string }[]
}

/** Positions, found by their name or their company's while typing. */
export function PositionsSelect({ known, onChange, ...field }: PositionsSelectProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 150)
  // What was chosen stays known by its name when something else is searched.
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
      // The server found them; what it found is what is offered.
      filter={({ options: all }) => all}
      data={[...options].map(([value, label]) => ({ value, label }))}
      placeholder={field.value?.length ? undefined : t`Search positions`}
      nothingFoundMessage={found.isPending ? t`Searching` : t`No open position of this name`}
      onChange={(ids) => {
        setNames(options)
        onChange?.(ids)
      }}
      {...field}
    />
  )
}
