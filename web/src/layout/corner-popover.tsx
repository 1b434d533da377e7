import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import classes from './corner-popover.module.css'

interface CornerPopoverProps {
  /** What opens it, as the inside of a button. */
  trigger: ReactNode
  label: string
  /** What opens it says its name in words of its own. */
  named?: boolean
  className?: string
  corner: 'top-right' | 'bottom-left'
  /** What is inside, rendered when it opens for the first time; it may be lazy. */
  children: (close: () => void) => ReactNode
}

/**
 * A panel in a corner of the window, of the browser's own popovers: it closes on Escape and on a click outside,
 * gives the focus back, and costs the first load nothing.
 */
export function CornerPopover({ trigger, label, named, className, corner, children }: CornerPopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={named ? undefined : label}
        title={label}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classes.panel}
        data-corner={corner}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          setOpened(true)
          // What is inside may still be loading; Tab leads into it from here.
          event.currentTarget.focus()
        }}
      >
        {opened && (
          <Suspense fallback={<div className={classes.pending} />}>
            {children(() => panel.current?.hidePopover())}
          </Suspense>
        )}
      </div>
    </>
  )
}
