import { useCallback, useRef } from 'react'

/** Focuses the comment field, or as soon as it renders if it has not yet (`isRendered` is false). */
export function useCommentFocus(isRendered: boolean) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef(false)
  const ref = useCallback((element: HTMLTextAreaElement | null) => {
    field.current = element
    if (!element || !wanted.current) return
    wanted.current = false
    element.focus()
  }, [])
  return {
    ref,
    focus: () => {
      if (isRendered && field.current) field.current.focus()
      else wanted.current = true
    },
  }
}
