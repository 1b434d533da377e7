import { t } from '@lingui/core/macro'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Pages } from '../api/pages.ts'
import { endpointQuery, type QueryArguments, type RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'

/**
 * The row of a list that its address opens: as the list has it, or asked for by its id where the list is not read that
 * far or its filters leave it out. One that is gone is told of, and closed.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is gone or could not be read
  useEffect(() => {
    if (error) toastError(error, t`Not opened`)
    else if (isGone) toast(t`This does not exist any more`)
    else return
    close()
  }, [isGone, error])
  return id === undefined ? undefined : (shown ?? asked?.[0])
}
