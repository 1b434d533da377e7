import { t } from '@lingui/core/macro'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Pages } from '../api/pages.ts'
import { endpointQuery, type QueryArguments, type RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'

/**
 * Returns the row that the address opens: from the list, or loaded by id if the list has not loaded it or
 * filters it out. A missing row is reported and closed.
 */
export function useOpenedRow<E extends AnyEndpoint>(
  endpoint: E,
  pages: Pages<RowOf<E>>,
  id: string | undefined,
  close: () => void,
): RowOf<E> | undefined {
  const shown = pages.rows.find((row) => (row as { id: string }).id === id)
  const input = [{ query: { id: [id] } }] as unknown as QueryArguments<E>
  const { data, error } = useQuery({
    ...endpointQuery(endpoint, ...input),
    enabled: id !== undefined && !shown && !pages.isPending,
  })
  const asked = (data as { items: RowOf<E>[] } | undefined)?.items
  const isGone = id !== undefined && !shown && asked?.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row that is missing or failed to load
  useEffect(() => {
    if (error) toastError(error, t`Not opened`)
    else if (isGone) toast(t`This no longer exists`)
    else return
    close()
  }, [isGone, error])
  return id === undefined ? undefined : (shown ?? asked?.[0])
}
