import { type RefObject, useEffect, useRef, useState } from 'react'

/** The button of the menu that had the focus last; null once the focus is elsewhere. */
let menuButton: HTMLElement | null = null

function buttonOfMenu(element: Element): HTMLElement | null {
  const label = element.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return label ? document.getElementById(label) : null
}

document.addEventListener('focusin', ({ target }) => {
  menuButton = buttonOfMenu(target as Element)
})

/** What takes the focus back from something that opens now. An item of a menu is gone by then; its menu's button is not. */
function whatOpensIt(): HTMLElement | null {
  return menuButton ?? (document.activeElement as HTMLElement | null)
}

/**
 * For every dialog and drawer: opens it right after it has mounted, since Mantine gives the focus back only to what
 * had it when something opened, not when it mounted open; and gives it back too when the dialog is taken away while
 * open. Where it is mounted only to be open, `useOpened(true)`.
 *
 * @param target the button that takes the focus back, where loading put a new one in the place of the one pressed.
 */
export function useOpened(opened: boolean, target?: RefObject<HTMLElement | null>): boolean {
  const [shown, setShown] = useState(false)
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    setShown(opened)
    if (!opened) return
    before.current = whatOpensIt()
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
