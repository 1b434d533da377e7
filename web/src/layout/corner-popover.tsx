import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import classes from './corner-popover.module.css'

interface CornerPanelProps {
  /** What opens it has this as its `popoverTarget`. */
  id: string
  label: string
  corner: 'top' | 'bottom-left'
  /** What is inside, rendered when it opens for the first time; it may be lazy. */
  children: (close: () => void) => ReactNode
}

/**
 * A panel in a corner of the window, of the browser's own popovers: it closes on Escape and on a click outside,
 * gives the focus back, and costs the first load nothing.
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
          // What is inside may still be loading; Tab leads into it from here.
          event.currentTarget.focus()
          return
        }
        const { activeElement: focused } = document
        // The screen was drawn anew meanwhile, and with it what had opened the panel.
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
  /** What opens it, as the inside of a button. */
  trigger: ReactNode
  /** What opens it says its name in words of its own. */
  named?: boolean
  className?: string
}

/** A corner panel with the button that opens it. */
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
