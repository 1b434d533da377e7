import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * The state of the record beside the list. Its row is in the address, which follows the cursor once it rests: browsers
 * limit history updates to some dozens a second. `comment` opens it with the focus in the comment field.
 */
export function usePeek(isOpen: boolean) {
  const navigate = useNavigate({ from: '/applications' })
  const [commenting, setCommenting] = useState<string | null>(null)
  const write = (peek: string | undefined) =>
    void navigate({ to: '/applications', search: (now) => ({ ...now, peek }), replace: true })
  const follow = useDebouncedCallback(write, 200)
  return {
    open: write,
    close: () => {
      follow.cancel()
      write(undefined)
    },
    /** Reports that the cursor moved to another row. */
    follow: (id: string) => {
      if (isOpen) follow(id)
    },
    comment: (id: string) => {
      setCommenting(id)
      if (!isOpen) write(id)
    },
    /** The row whose comment field is to take the focus. */
    commenting,
    onCommentStarted: () => setCommenting(null),
  }
}
