import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { placeInList } from './list-context.ts'
import { usePreloaded } from './use-preloaded.ts'

/** The way from an application to the next of the list it was opened from, and back to the list. */
export function useNeighbours(id: string) {
  const navigate = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  // The next of where one is going already, when the key is pressed faster than pages come.
  const going = useRef(id)
  useEffect(() => {
    going.current = id
  }, [id])
  usePreloaded(id, () => {
    const place = placeInList(id)
    return [place?.nextId, place?.previousId]
  })
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
