import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { placeInList } from './list-context.ts'

/** The way from an application to the next of the list it was opened from, and back to the list. */
export function useNeighbours(id: string) {
  const navigate = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  // The next of where one is going already, when the key is pressed faster than pages come.
  const going = useRef(id)
  useEffect(() => {
    going.current = id
    // Those of one that is passed on the way are not wanted.
    const timer = setTimeout(() => {
      const place = placeInList(id)
      for (const neighbour of [place?.nextId, place?.previousId]) {
        if (neighbour) void router.preloadRoute({ to: '/applications/$id', params: { id: neighbour } })
      }
    }, 100)
    return () => clearTimeout(timer)
  }, [id, router])
  return {
    go: (direction: 'next' | 'previous') => {
      const to = placeInList(going.current)?.[`${direction}Id`]
      if (!to) return
      going.current = to
      // In place of this one, so that going back still leads to the list.
      void navigate({ to: '/applications/$id', params: { id: to }, replace: true })
    },
    back: () => {
      if (canGoBack) router.history.back()
      else void navigate({ to: '/applications', search: placeInList(id)?.search })
    },
  }
}
