import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

interface Named {
  id: string
  name: string
}

interface Source {
  /** The endpoint that lists them, so that live events invalidate the query. */
  name: string
  /** Lists by name those that match the text. */
  list: (q: string | undefined) => Promise<{ items: readonly Named[]; nextCursor: string | null }>
  /** Loads a selected one, which the list may not include. */
  get: (id: string) => Promise<Named>
  enabled: boolean
}

interface Choice {
  value: string
  label: string
}

interface Offered {
  choices: Choice[] | undefined
  onSearch?: ((text: string) => void) | undefined
  isSearching: boolean
}

const rarelyChanging = { staleTime: 5 * 60_000 }

const toChoice = ({ id, name }: Named): Choice => ({ value: id, label: name })

/** Returns the options of a filter: the first by name and, if there are more, those that match the text. */
export function useChoices(
  { name, list, get, enabled }: Source,
  values: readonly string[] | undefined,
): Offered {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const first = useQuery({
    queryKey: [name, 'choices', ''],
    queryFn: () => list(undefined),
    ...rarelyChanging,
    enabled,
  })
  const hasMore = Boolean(first.data?.nextCursor)
  const found = useQuery({
    queryKey: [name, 'choices', q],
    queryFn: () => list(q),
    ...rarelyChanging,
    enabled: hasMore && q !== '',
    placeholderData: keepPreviousData,
  })
  const offered = new Map(
    [...(first.data?.items ?? []), ...(found.data?.items ?? [])].map((item) => [item.id, toChoice(item)]),
  )
  // Only a chip with a single value shows its name.
  const alone = values?.length === 1 && !offered.has(values[0]!) ? values[0]! : ''
  const named = useQuery({
    queryKey: [name, 'choice', alone],
    queryFn: () => get(alone),
    ...rarelyChanging,
    enabled: hasMore && alone !== '',
  })
  if (named.data && alone) offered.set(alone, toChoice(named.data))
  return {
    choices: first.data && [...offered.values()],
    onSearch: hasMore ? setText : undefined,
    isSearching: text.trim() !== q || found.isFetching,
  }
}
