import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { listPositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'

const key = 'last_board'

function store(id: string | null) {
  const oldValue = localStorage.getItem(key)
  const newValue = id && JSON.stringify(id)
  if (newValue === oldValue) return
  if (newValue) localStorage.setItem(key, newValue)
  else localStorage.removeItem(key)
  // Mantine's hook receives changes of its own tab only by this event.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
}

/** Stores the last visited board, which `Boards` in the navigation opens. */
export function storeLastBoard(id: string) {
  store(id)
}

/** Clears the stored board if it was deleted. */
export function clearLastBoard(id: string) {
  if (readLocalStorageValue({ key }) === id) store(null)
}

/** Returns the board to open: the last one, or that of the newest open position; undefined while loading. */
export function useBoardId(): string | null | undefined {
  const [last] = useLocalStorage<string | null>({ key, defaultValue: null, getInitialValueInEffect: false })
  const allowed = usePermission('positions:read')
  const { data, isLoading } = useQuery({
    ...endpointQuery(listPositions, { query: { limit: 1, state: 'open' } }),
    enabled: allowed && !last,
  })
  return last ?? data?.items[0]?.id ?? (isLoading ? undefined : null)
}
