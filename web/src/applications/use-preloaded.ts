import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Those that are passed on the way to another are not wanted. */
const restsAfterMs = 100

/**
 * Fetches the screen of applications that are likely to be opened next, once `from`, where one is, has stayed for a moment.
 * @param likely their ids, asked for only then
 */
export function usePreloaded(
  from: string | undefined,
  likely: (from: string) => (string | null | undefined)[],
) {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is decides alone
  useEffect(() => {
    if (from === undefined) return
    const timer = setTimeout(() => {
      for (const id of likely(from))
        if (id) void router.preloadRoute({ to: '/applications/$id', params: { id } })
    }, restsAfterMs)
    return () => clearTimeout(timer)
  }, [from, router])
}

/** Fetches the code of an application's screen while there is nothing else to do, for whoever is about to open the first. */
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
