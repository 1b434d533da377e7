import classes from './kbd.module.css'

/** A keyboard key; a letter as it is printed on the key. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={classes.kbd}>{children.length === 1 ? children.toUpperCase() : children}</kbd>
}

/** The platform's modifier key. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
