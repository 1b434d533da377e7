import { useCallback, useRef } from 'react'

/** Puts the caret into the comment field; when it is yet to be drawn (`isThere` is false), as soon as it is. */
export function useCommentFocus(isThere: boolean) {
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
      if (isThere && field.current) field.current.focus()
      else wanted.current = true
    },
  }
}
