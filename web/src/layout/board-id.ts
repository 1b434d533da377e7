import { useLocalStorage } from '@mantine/hooks'
import { listPipelines } from '@muster/contract/pipelines.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'

const key = 'last_board'

/** Remembers the board one was on last, which `Boards` in the navigation opens. */
export function rememberBoard(id: string) {
  // Mantine's hook reads JSON and is told of the change by a storage event.
  const newValue = JSON.stringify(id)
  if (localStorage.getItem(key) === newValue) return
  localStorage.setItem(key, newValue)
}

/** The board to open: the last one, or that of the default pipeline. */
export function useBoardId(): string | null {
  const [last] = useLocalStorage<string | null>({ key, defaultValue: null, getInitialValueInEffect: false })
  const allowed = usePermission('pipelines:read')
  const { data } = useQuery({
    ...endpointQuery(listPipelines, { query: { limit: 200 } }),
    enabled: allowed && !last,
  })
  const pipeline = data?.items.find((item) => item.isDefault) ?? data?.items[0]
  return last ?? pipeline?.id ?? null
}
