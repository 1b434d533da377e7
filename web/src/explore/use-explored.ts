import { exploreReport } from '@muster/contract/explore.ts'
import type { ExploreQuery } from '@muster/contract/explore-address.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointQuery, queryClient } from '../api/query.ts'

/** How long an answer may take before its progress is shown, in milliseconds. */
const patienceMs = 600

/** Returns the answer to a query; the one before it stays until it is there, or for good if it is canceled. */
export function useExplored(query: ExploreQuery, enabled = true) {
  const options = endpointQuery(exploreReport, { query } as never)
  const result = useQuery({ ...options, enabled, placeholderData: keepPreviousData })
  const isOld = enabled && result.isPlaceholderData
  const isLoading = enabled && result.fetchStatus === 'fetching' && (isOld || result.isPending)
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    setIsSlow(false)
    if (!isLoading) return
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return {
    ...result,
    isOld,
    isSlow: isLoading && isSlow,
    isCanceled: enabled && !isLoading && !result.isError && (isOld || result.isPending),
    cancel: () => void queryClient.cancelQueries({ queryKey: options.queryKey }),
  }
}
