import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from './api/query.ts'
import { router } from './router.tsx'

/** Loads the first screen and its data while the session is still being restored. */
export function preloadApp() {
  void router.load()
}

/** Everything behind sign-in. */
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
