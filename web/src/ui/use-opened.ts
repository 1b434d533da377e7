import { type RefObject, useEffect, useState } from 'react'

/**
 * For what floats and is loaded when first asked for: opens it right after it has mounted, since Mantine gives
 * the focus back only to what had it when something opened, not when it mounted open.
 *
 * @param target the button that takes the focus back, where loading put a new one in the place of the one pressed.
 */
export function useOpened(opened: boolean, target?: RefObject<HTMLElement | null>): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => {
    if (document.activeElement === document.body) target?.current?.focus()
    setMounted(true)
  }, [target])
  return opened && mounted
}
