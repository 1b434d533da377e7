import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

/**
 * The drawer beside the list. Its row is in the address, which follows the cursor once it rests: browsers do not
 * take dozens of changes a second. `comment` opens it with the caret in the comment field.
 */
export function usePeek(isOpen: boolean) {
  const navigate = useNavigate({ from: '/applications' })
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef(false)
  const write = (peek: string | undefined) =>
    void navigate({ to: '/applications', search: (now) => ({ ...now, peek }), replace: true })
  const follow = useDebouncedCallback(write, 200)
  const commentRef = useCallback((element: HTMLTextAreaElement | null) => {
    field.current = element
    if (!element || !wanted.current) return
    wanted.current = false
    element.focus()
  }, [])
  return {
    open: write,
    close: () => {
      follow.cancel()
      write(undefined)
    },
    /** Tells that the cursor is on another row. */
    follow: (id: string) => {
      if (isOpen) follow(id)
    },
    comment: (id: string) => {
      if (isOpen && field.current) return field.current.focus()
      wanted.current = true
      write(id)
    },
    commentRef,
  }
}
