import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

interface Named {
  id: string
  name: string
}

interface Source {
  /** The endpoint that lists them, so that live events find them. */
  name: string
  /** By name, those that match what was typed. */
  list: (q: string | undefined) => Promise<{ items: readonly Named[]; nextCursor: string | null }>
  /** One that was chosen, whether or not it is among them. */
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

const seldom = { staleTime: 5 * 60_000 }

const toChoice = ({ id, name }: Named): Choice => ({ value: id, label: name })

/** What a filter offers: the first by name, and where there are more, those that match what is typed. */
export function useChoices(
  { name, list, get, enabled }: Source,
  values: readonly string[] | undefined,
): Offered {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const first = useQuery({
    queryKey: [name, 'choices', ''],
    queryFn: () => list(undefined),
    ...seldom,
    enabled,
  })
  const hasMore = Boolean(first.data?.nextCursor)
  const found = useQuery({
    queryKey: [name, 'choices', q],
    queryFn: () => list(q),
    ...seldom,
    enabled: hasMore && q !== '',
    placeholderData: keepPreviousData,
  })
  const offered = new Map(
    [...(first.data?.items ?? []), ...(found.data?.items ?? [])].map((item) => [item.id, toChoice(item)]),
  )
  // A chip that says what is chosen has to name one only.
  const alone = values?.length === 1 && !offered.has(values[0]!) ? values[0]! : ''
  const named = useQuery({
    queryKey: [name, 'choice', alone],
    queryFn: () => get(alone),
    ...seldom,
    enabled: hasMore && alone !== '',
  })
  if (named.data && alone) offered.set(alone, toChoice(named.data))
  return {
    choices: first.data && [...offered.values()],
    onSearch: hasMore ? setText : undefined,
    isSearching: text.trim() !== q || found.isFetching,
  }
}
