import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import classes from './corner-popover.module.css'

interface CornerPanelProps {
  /** The trigger's `popoverTarget`. */
  id: string
  label: string
  corner: 'top' | 'top-right' | 'bottom-left'
  /** Renders the content on first opening; it may be lazy. */
  children: (close: () => void) => ReactNode
}

/**
 * A panel in a corner of the window, built on the browser's popover: it closes on Escape and on outside
 * clicks, returns the focus, and adds nothing to the first load.
 */
export function CornerPanel({ id, label, corner, children }: CornerPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  return (
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
        if (event.newState === 'open') {
          setOpened(true)
          // The content may still be loading; Tab continues into it from here.
          event.currentTarget.focus()
          return
        }
        const { activeElement: focused } = document
        // The trigger was rendered again meanwhile.
        if (focused === document.body || event.currentTarget.contains(focused))
          [...document.querySelectorAll<HTMLElement>(`[popovertarget="${id}"]`)]
            .find((opener) => opener.checkVisibility())
            ?.focus()
      }}
    >
      {opened && (
        <Suspense fallback={<div className={classes.pending} />}>
          {children(() => panel.current?.hidePopover())}
        </Suspense>
      )}
    </div>
  )
}

interface CornerPopoverProps extends Omit<CornerPanelProps, 'id'> {
  /** The content of the trigger button. */
  trigger: ReactNode
  /** The trigger has an accessible name of its own. */
  named?: boolean
  className?: string
}

/** A corner panel with its trigger. */
export function CornerPopover({ trigger, named, className, ...panel }: CornerPopoverProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={named ? undefined : panel.label}
        title={panel.label}
      >
        {trigger}
      </button>
      <CornerPanel {...panel} id={id} />
    </>
  )
}
