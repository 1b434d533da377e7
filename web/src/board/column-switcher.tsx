import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatTotal } from '../ui/format.ts'
import { useColumns } from './board-context.ts'
import classes from './column-switcher.module.css'

interface ColumnSwitcherProps {
  /** What scrolls from column to column. */
  root: RefObject<HTMLElement | null>
  /** Unfolds a column that is a strip. */
  onShow: (columnId: string) => void
}

function columnElement(root: HTMLElement | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-head="${id}"]`) ?? null
}

/** It is there on narrow screens only; where something is costs a layout of all cards elsewhere. */
const isShown = () => window.matchMedia('(max-width: 47.99em)').matches

/** Where one column fills the screen: which it is, and the way to the others. A swipe leads to the next. */
export function ColumnSwitcher({ root, onShow }: ColumnSwitcherProps) {
  const columns = useColumns()
  const [shown, setShown] = useState(columns[0]?.id)
  const current = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const element = root.current
    if (!element) return
    const look = () => {
      if (!isShown()) return
      const middle = element.getBoundingClientRect().left + element.clientWidth / 2
      const heads = [...element.querySelectorAll<HTMLElement>('[data-head]')]
      const nearest = heads
        .map((head) => {
          const { left, right } = head.getBoundingClientRect()
          return { id: head.dataset.head, far: Math.abs((left + right) / 2 - middle) }
        })
        .sort((a, b) => a.far - b.far)[0]
      if (nearest) setShown(nearest.id)
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [root])

  useEffect(() => {
    if (shown && isShown()) current.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [shown])

  function show(id: string) {
    onShow(id)
    setShown(id)
    // Once it is unfolded.
    requestAnimationFrame(() =>
      columnElement(root.current, id)?.scrollIntoView({
        inline: 'center',
        block: 'nearest',
        behavior: 'smooth',
      }),
    )
  }

  return (
    <nav className={classes.switcher} aria-label={t`Columns`}>
      {columns.map(({ id, name, type, color, total }) => {
        const count = formatTotal(total)
        return (
          <button
            key={id}
            type="button"
            className={classes.column}
            aria-current={id === shown || undefined}
            aria-label={`${name} ${count}`}
            ref={id === shown ? current : undefined}
            onClick={() => show(id)}
          >
            <StatusIcon type={type} color={color} />
            {id === shown && <span>{name} </span>}
            <span className={classes.count}>{count}</span>
          </button>
        )
      })}
    </nav>
  )
}
