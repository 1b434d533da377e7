import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from './api/query.ts'
import { router } from './router.tsx'

/** Loads the code of the first screen while the session is restored. Its data loads afterwards. */
export function preloadScreen() {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  // A chunk that fails to load is reported when the screen opens.
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined)
}

/** The app behind sign-in. */
export function App() {
  useEffect(() => {
    const stop = new AbortController()
    void import('./live/start-live-events.ts').then(({ startLiveEvents }) => startLiveEvents(stop.signal))
    return () => stop.abort()
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
