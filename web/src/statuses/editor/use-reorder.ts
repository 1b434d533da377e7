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
  /** Where each row was when it was picked up. */
  rows: readonly { top: number; height: number }[]
  from: number
  to: number
  /** How far the pointer has carried it. */
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

/** How many of the other rows lie above what is carried to `centre`. */
function placeAt({ rows, from }: Held, centre: number): number {
  return rows.filter(({ top, height }, index) => index !== from && top + height / 2 < centre).length
}

/** How far the held row stands from where it was, when it takes the place `to`. */
function offsetOf({ rows, from, to }: Held): number {
  const passed = to > from ? rows.slice(from + 1, to + 1) : rows.slice(to, from)
  const height = passed.reduce((sum, row) => sum + row.height, 0)
  return to > from ? height : -height
}

interface ReorderOptions {
  list: RefObject<HTMLElement | null>
  items: readonly { id: string; name: string }[]
  onMove: (id: string, to: number) => void
  /** Has it read out. */
  say: (text: string) => void
}

/**
 * Lets the rows of a list be carried to another place by a handle each: with mouse, pen or finger, or picked up with
 * Space and moved with the arrow keys. The rows stay where they are in the page until it is dropped.
 */
export function useReorder({ list, items, onMove, say }: ReorderOptions) {
  const [held, setHeld] = useState<Held | null>(null)
  const start = useRef<Start>({ y: 0, scroller: null, scrolled: 0 })
  const pointerY = useRef(0)
  const focusAfter = useRef<string | null>(null)
  const count = items.length
  const nameOf = (id: string) => items.find((item) => item.id === id)?.name ?? ''

  // A row that moves in the page loses the focus.
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
      say(t`${name} dropped at ${to + 1} of ${count}`)
    } else if (to !== from) say(t`${name} is now ${to + 1} of ${count}`)
  }

  function putBack({ id }: Held) {
    setHeld(null)
    say(t`${nameOf(id)} put back`)
  }

  function onKeyDown(id: string, event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (held) return drop(held)
      pickUp(id, 'keys')
      const place = items.findIndex((item) => item.id === id) + 1
      say(
        t`Picked up ${nameOf(id)}, ${place} of ${count}. The arrow keys move it, Space drops it, Escape puts it back.`,
      )
    } else if (event.key === 'Escape' && held) {
      event.stopPropagation()
      putBack(held)
    } else if (step !== 0 && held) {
      event.preventDefault()
      const to = Math.min(count - 1, Math.max(0, held.to + step))
      setHeld({ ...held, to })
      say(t`${nameOf(id)}: ${to + 1} of ${count}`)
    }
  }

  /** Of the row at an index: where it is drawn while something is carried. */
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
    onBlur: () => held?.by === 'keys' && putBack(held),
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
    onPointerCancel: () => carrying && putBack(held),
  })

  return { heldId: held?.id ?? null, rowStyle, handleProps }
}
