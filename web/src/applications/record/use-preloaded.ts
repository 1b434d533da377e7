import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Rows the cursor only passes are not loaded. */
const restsAfterMs = 100

/**
 * Preloads the pages that are likely to be opened next, once the cursor has stayed at `from` for a moment.
 * @param likely returns their ids; called only then
 */
export function usePreloaded(
  from: string | undefined,
  likely: (from: string) => (string | null | undefined)[],
  to: '/applications/$id' | '/candidates/$id' = '/applications/$id',
) {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move of the cursor reloads
  useEffect(() => {
    if (from === undefined) return
    const timer = setTimeout(() => {
      for (const id of likely(from)) if (id) void router.preloadRoute({ to, params: { id } })
    }, restsAfterMs)
    return () => clearTimeout(timer)
  }, [from, router, to])
}

/** Loads the code of the record while the browser is idle, before the first one is opened. */
export function useScreenReady() {
  const router = useRouter()
  useEffect(() => {
    const load = () => void router.loadRouteChunk(router.routesById['/applications/$id'])
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(load, 1_000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(load)
    return () => cancelIdleCallback(idle)
  }, [router])
}
