import classes from './kbd.module.css'

/** A key, shown where it works. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={classes.kbd}>{children}</kbd>
}

/** The modifier of commands on this machine. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
