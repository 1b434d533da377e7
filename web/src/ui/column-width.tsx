import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { leastWidth, narrowest, widest, withinLimits } from './column.ts'
import classes from './data-table.module.css'

interface ColumnWidthProps {
  label: string
  /** The grid tracks of the table, and the index of this one. */
  tracks: readonly string[]
  index: number
  onResize: (width: number | undefined) => void
}

function tableOf(handle: Element): HTMLElement {
  return handle.closest('table')!
}

/** Applies a width without rendering rows; `null` fits the widest rendered cell. */
function show(handle: Element, tracks: readonly string[], index: number, width: number | null) {
  const track = width === null ? 'max-content' : `${width}px`
  tableOf(handle).style.setProperty('--columns', tracks.with(index, track).join(' '))
}

function widestCell(handle: Element, tracks: readonly string[], index: number): number {
  const table = tableOf(handle)
  show(handle, tracks, index, null)
  const cells = table.querySelectorAll(`:scope tr > :nth-child(${index + 1})`)
  const widths = [...cells].map((cell) => cell.getBoundingClientRect().width)
  table.style.setProperty('--columns', tracks.join(' '))
  return withinLimits(Math.ceil(Math.max(...widths)) + 1)
}

/**
 * The edge of a column: dragged, or moved by arrow keys. A double click or Enter fits the column to its
 * content.
 */
export function ColumnWidth({ label, tracks, index, onResize }: ColumnWidthProps) {
  const track = tracks[index] ?? ''
  const [measured, setMeasured] = useState<number>()
  const now = /^\d+px$/.test(track) ? leastWidth(track) : (measured ?? leastWidth(track))
  const headOf = (handle: Element) => handle.closest('th')!.getBoundingClientRect().width

  function drag(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const handle: HTMLElement = event.currentTarget
    const from = headOf(handle)
    let width = from
    const stop = new AbortController()
    const { signal } = stop
    handle.setPointerCapture(event.pointerId)
    handle.focus({ preventScroll: true })
    handle.addEventListener(
      'pointermove',
      ({ clientX }) => {
        width = withinLimits(from + clientX - event.clientX)
        show(handle, tracks, index, width)
      },
      { signal },
    )
    const end = () => {
      stop.abort()
      if (width !== from) onResize(width)
    }
    handle.addEventListener('pointerup', end, { signal })
    handle.addEventListener('pointercancel', end, { signal })
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const handle = event.currentTarget
    const width = headOf(handle)
    const step = event.shiftKey ? 40 : 8
    if (event.key === 'ArrowLeft') onResize(withinLimits(width - step))
    else if (event.key === 'ArrowRight') onResize(withinLimits(width + step))
    else if (event.key === 'Home') onResize(undefined)
    else if (event.key === 'Enter') onResize(widestCell(handle, tracks, index))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved; this is the window splitter of ARIA
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(now)}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      title={label}
      className={classes.edge}
      onFocus={(event) => setMeasured(headOf(event.currentTarget))}
      onPointerDown={drag}
      onDoubleClick={(event) => onResize(widestCell(event.currentTarget, tracks, index))}
      onKeyDown={press}
    />
  )
}
