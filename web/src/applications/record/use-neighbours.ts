import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { neighboursOf } from './origin.ts'
import { usePreloaded } from './use-preloaded.ts'

type RecordPath = '/applications/$id' | '/candidates/$id'

/** Navigates to the next and previous record of the list or column it was opened from, and back there. */
export function useNeighbours(id: string, to: RecordPath) {
  const navigate = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  // The target of a navigation under way, since keys may be pressed faster than pages load.
  const going = useRef(id)
  useEffect(() => {
    going.current = id
  }, [id])
  usePreloaded(
    id,
    () => {
      const found = neighboursOf(id)
      return [found?.nextId, found?.previousId]
    },
    to,
  )
  return {
    go: (direction: 'next' | 'previous') => {
      const next = neighboursOf(going.current)?.[`${direction}Id`]
      if (!next) return
      going.current = next
      // Replace, so that going back still leads to the list.
      void navigate({ to, params: { id: next }, replace: true })
    },
    back: () => {
      const place = neighboursOf(id)?.place
      if (canGoBack) router.history.back()
      else if (place?.kind === 'board')
        void navigate({ to: '/board/$id', params: { id: place.boardId }, search: place.search })
      else if (to === '/candidates/$id')
        void navigate({ to: '/candidates', search: place?.kind === 'candidates' ? place.search : {} })
      else
        void navigate({
          to: '/applications',
          search: place?.kind === 'applications' ? place.search : undefined,
        })
    },
  }
}
