import type { Virtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusStop, placeTabStops, rowElement, stopsOf } from './row-focus.ts'

interface Options<Row> {
  body: RefObject<HTMLElement | null>
  rows: readonly Row[]
  virtualizer: Virtualizer<HTMLDivElement, Element>
  rowHeight: number
  /** The row with the cursor. */
  cursorId: string | undefined
  /** The row in the tab order: that one, or the first in view. */
  stopId: string | undefined
  /** Another row received the focus. */
  onRow: (id: string) => void
  onOpen: ((row: Row) => void) | undefined
}

function isTypedInto(target: Element): boolean {
  return target.matches('input:not([type=checkbox]), textarea, select')
}

/** Focuses the cell in the same column of another row. */
function focusCell(row: Element, cellIndex: number) {
  const cell = row.children[cellIndex] ?? row.firstElementChild
  const stop = cell && stopsOf(row).find((each) => cell.contains(each))
  if (stop) focusStop(stop, { preventScroll: true })
}

/**
 * Keyboard navigation of a list. Tab reaches one row and its controls, then leaves the list. Up, Down, Page
 * Up, Page Down, Home and End move between rows, Left and Right within the row; Enter opens it.
 */
export function useRowKeys<Row extends { id: string }>(options: Options<Row>) {
  const { body, rows, virtualizer, rowHeight, cursorId, stopId, onRow, onOpen } = options
  // A row out of view renders only after the list has scrolled to it.
  const wanted = useRef<{ id: string; cellIndex: number } | null>(null)

  function focusWanted() {
    const row = wanted.current && rowElement(wanted.current.id)
    if (!row || !wanted.current) return
    const { cellIndex } = wanted.current
    wanted.current = null
    focusCell(row, cellIndex)
  }

  // After each render, since rows and their controls change independently.
  useLayoutEffect(() => {
    if (body.current) placeTabStops(body.current, stopId)
    focusWanted()
  })

  function stepsOf(key: string): number | undefined {
    const page = Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / rowHeight) - 2)
    const steps: Record<string, number> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
      Home: -rows.length,
      End: rows.length,
    }
    return steps[key]
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-row]')
    if (!row || event.defaultPrevented || isTypedInto(target)) return
    const index = rows.findIndex(({ id }) => id === row.dataset.row)
    const steps = stepsOf(event.key)
    if (steps !== undefined) {
      const next = Math.max(0, Math.min(index + steps, rows.length - 1))
      const id = rows[next]?.id
      if (id === undefined) return
      const cell = [...row.children].findIndex((each) => each.contains(target))
      wanted.current = { id, cellIndex: cell }
      virtualizer.scrollToIndex(next, { align: 'auto' })
      focusWanted()
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const stops = stopsOf(row)
      const stop = stops[stops.indexOf(target) + (event.key === 'ArrowLeft' ? -1 : 1)]
      if (stop) focusStop(stop)
    } else if (event.key === 'Enter' && target.matches('td')) {
      const link = row.querySelector<HTMLElement>('a[href]')
      if (link) link.click()
      else if (rows[index]) onOpen?.(rows[index])
    } else return
    event.preventDefault()
  }

  function onFocus(event: FocusEvent) {
    const id = event.target.closest<HTMLElement>('[data-row]')?.dataset.row
    if (id && id !== cursorId) onRow(id)
  }

  return { onKeyDown, onFocus }
}
