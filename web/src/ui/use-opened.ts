import { type RefObject, useEffect, useState } from 'react'

/**
 * For every dialog and drawer: opens it right after it has mounted, since Mantine gives the focus back only to what
 * had it when something opened, not when it mounted open; and gives it back too when the dialog is taken away while
 * open. Where it is mounted only to be open, `useOpened(true)`.
 *
 * @param target the button that takes the focus back, where loading put a new one in the place of the one pressed.
 */
export function useOpened(opened: boolean, target?: RefObject<HTMLElement | null>): boolean {
  const [mounted, setMounted] = useState(false)
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    if (document.activeElement === document.body) target?.current?.focus()
    setMounted(true)
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const back = target?.current ?? before
        if (back instanceof HTMLElement) back.focus({ preventScroll: true })
      })
    }
  }, [target, before])
  return opened && mounted
}
