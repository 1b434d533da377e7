import { type RefObject, useEffect, useRef, useState } from 'react'

/** The last focused menu button; null once the focus is elsewhere. */
let menuButton: HTMLElement | null = null

function buttonOfMenu(element: Element): HTMLElement | null {
  const label = element.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return label ? document.getElementById(label) : null
}

document.addEventListener('focusin', ({ target }) => {
  menuButton = buttonOfMenu(target as Element)
})

/** Returns the element to restore the focus to. A menu item is gone by then; its menu's button is not. */
function focusTarget(): HTMLElement | null {
  return menuButton ?? (document.activeElement as HTMLElement | null)
}

/**
 * Opens a dialog or drawer right after it mounts: Mantine restores the focus only to what had it when the
 * dialog opened, not when it mounted open. Also restores the focus when an open dialog unmounts. Use
 * `useOpened(true)` for a dialog that is mounted only to be open.
 *
 * @param target the button to restore the focus to, if loading replaced the pressed one
 */
export function useOpened(opened: boolean, target?: RefObject<HTMLElement | null>): boolean {
  const [shown, setShown] = useState(false)
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    setShown(opened)
    if (!opened) return
    before.current = focusTarget()
    const back = () => (target?.current ?? before.current)?.focus({ preventScroll: true })
    if (document.activeElement === document.body || menuButton) back()
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) back()
      })
    }
  }, [opened, target])
  return opened && shown
}
