import { IconInfoCircle } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import classes from './hint.module.css'

interface HintProps {
  /** What is explained: "What Hired counts". */
  label: string
  children: string
  className?: string
}

const gap = 4
const edge = 16

/** Places the panel beside its button and within the window. */
function place(panel: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = panel
  const below = at.bottom + gap
  const top = below + offsetHeight > window.innerHeight ? at.top - gap - offsetHeight : below
  const left = Math.min(Math.max(at.left - edge, edge), window.innerWidth - edge - offsetWidth)
  panel.style.top = `${top}px`
  panel.style.left = `${left}px`
}

/**
 * An explanation that opens on hover, keyboard focus and touch. It is a browser popover, so nothing clips it,
 * Escape closes it, and it needs no library.
 */
export function Hint({ label, children, className }: HintProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLSpanElement>(null)
  function show() {
    if (!panel.current || !button.current) return
    panel.current.showPopover()
    place(panel.current, button.current)
  }
  const hide = () => panel.current?.hidePopover()
  return (
    <span className={className} onPointerEnter={show} onPointerLeave={hide}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={label}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        <IconInfoCircle size={14} stroke={1.6} aria-hidden />
      </button>
      <span ref={panel} id={id} popover="manual" role="tooltip" className={classes.text}>
        {children}
      </span>
    </span>
  )
}
