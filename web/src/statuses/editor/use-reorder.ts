import { t } from '@lingui/core/macro'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

interface Held {
  id: string
  by: 'pointer' | 'keys'
  /** The positions of the rows when it was picked up. */
  rows: readonly { top: number; height: number }[]
  from: number
  to: number
  /** How far the pointer has moved it. */
  dy: number
}

interface Start {
  y: number
  scroller: Element | null
  scrolled: number
}

const edge = 56

function scrollerOf(element: Element): Element | null {
  for (let each = element.parentElement; each; each = each.parentElement) {
    const { overflowY } = getComputedStyle(each)
    if (/auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight) return each
  }
  return null
}

/** Counts the other rows above the centre of the held one. */
function placeAt({ rows, from }: Held, centre: number): number {
  return rows.filter(({ top, height }, index) => index !== from && top + height / 2 < centre).length
}

/** Returns the held row's offset from its original position at index `to`. */
function offsetOf({ rows, from, to }: Held): number {
  const passed = to > from ? rows.slice(from + 1, to + 1) : rows.slice(to, from)
  const height = passed.reduce((sum, row) => sum + row.height, 0)
  return to > from ? height : -height
}

interface ReorderOptions {
  list: RefObject<HTMLElement | null>
  items: readonly { id: string; name: string }[]
  onMove: (id: string, to: number) => void
  /** Announces a text to screen readers. */
  announce: (text: string) => void
}

/**
 * Reorders the rows of a list by their handles: by mouse, pen or touch, or with Space and the arrow keys. The
 * rows stay in place in the document until the drop.
 */
export function useReorder({ list, items, onMove, announce }: ReorderOptions) {
  const [held, setHeld] = useState<Held | null>(null)
  const start = useRef<Start>({ y: 0, scroller: null, scrolled: 0 })
  const pointerY = useRef(0)
  const focusAfter = useRef<string | null>(null)
  const count = items.length
  const nameOf = (id: string) => items.find((item) => item.id === id)?.name ?? ''

  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (!focusAfter.current) return
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-reorder-handle]') ?? []
    for (const row of rows) if (row.dataset.reorderHandle === focusAfter.current) row.focus()
    focusAfter.current = null
  })

  const carrying = held?.by === 'pointer'
  const carryOn = useEffectEvent(() => carry())
  useEffect(() => {
    if (!carrying) return
    let frame = 0
    const step = () => {
      const { scroller } = start.current
      const { top, bottom } = scroller?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
      const y = pointerY.current
      const by = y < top + edge ? (y - top - edge) / 6 : y > bottom - edge ? (y - bottom + edge) / 6 : 0
      if (scroller && by !== 0) {
        scroller.scrollTop += by
        carryOn()
      }
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [carrying])

  function pickUp(id: string, by: Held['by']) {
    const elements = [...(list.current?.children ?? [])]
    const rows = elements
      .map((row) => row.getBoundingClientRect())
      .map(({ top, height }) => ({ top, height }))
    const from = items.findIndex((item) => item.id === id)
    setHeld({ id, by, rows, from, to: from, dy: 0 })
  }

  function carry() {
    const { y, scroller, scrolled } = start.current
    const dy = pointerY.current - y + (scroller ? scroller.scrollTop - scrolled : 0)
    setHeld((now) => {
      const row = now?.rows[now.from]
      if (!now || !row) return now
      return { ...now, dy, to: placeAt(now, row.top + row.height / 2 + dy) }
    })
  }

  function drop({ id, from, to, by }: Held) {
    setHeld(null)
    const name = nameOf(id)
    if (to !== from) onMove(id, to)
    if (by === 'keys') {
      focusAfter.current = id
      announce(t`${name} dropped at ${to + 1} of ${count}`)
    } else if (to !== from) announce(t`${name} is now ${to + 1} of ${count}`)
  }

  function cancel({ id }: Held) {
    setHeld(null)
    announce(t`${nameOf(id)} not moved`)
  }

  function onKeyDown(id: string, event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (held) return drop(held)
      pickUp(id, 'keys')
      const place = items.findIndex((item) => item.id === id) + 1
      announce(
        t`Picked up ${nameOf(id)}, ${place} of ${count}. Press the arrow keys to move it, Space to drop it, Escape to cancel.`,
      )
    } else if (event.key === 'Escape' && held) {
      event.stopPropagation()
      cancel(held)
    } else if (step !== 0 && held) {
      event.preventDefault()
      const to = Math.min(count - 1, Math.max(0, held.to + step))
      setHeld({ ...held, to })
      announce(t`${nameOf(id)}: ${to + 1} of ${count}`)
    }
  }

  /** Returns the style of the row at an index during a move. */
  function rowStyle(index: number): CSSProperties | undefined {
    if (!held) return undefined
    const { from, to, by, dy, rows } = held
    if (index === from) {
      return { transform: `translateY(${by === 'keys' ? offsetOf(held) : dy}px)`, zIndex: 1 }
    }
    const height = rows[from]?.height ?? 0
    const shift = index > from && index <= to ? -height : index < from && index >= to ? height : 0
    return { transform: `translateY(${shift}px)` }
  }

  const handleProps = (id: string) => ({
    'data-reorder-handle': id,
    onKeyDown: (event: KeyboardEvent) => onKeyDown(id, event),
    onBlur: () => held?.by === 'keys' && cancel(held),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || held) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const scroller = scrollerOf(event.currentTarget)
      start.current = { y: event.clientY, scroller, scrolled: scroller?.scrollTop ?? 0 }
      pointerY.current = event.clientY
      pickUp(id, 'pointer')
    },
    onPointerMove: (event: PointerEvent) => {
      if (!carrying) return
      pointerY.current = event.clientY
      carry()
    },
    onPointerUp: () => carrying && drop(held),
    onPointerCancel: () => carrying && cancel(held),
  })

  return { heldId: held?.id ?? null, rowStyle, handleProps }
}
