import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatTotal } from '../ui/format.ts'
import { useColumns } from './board-context.ts'
import classes from './column-switcher.module.css'

interface ColumnSwitcherProps {
  /** The element that scrolls horizontally. */
  root: RefObject<HTMLElement | null>
  /** Expands a collapsed column. */
  onShow: (columnId: string) => void
}

function columnElement(root: HTMLElement | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-head="${id}"]`) ?? null
}

/** Only narrow screens show it. Elsewhere, measuring positions would cause a layout of all cards. */
const isShown = () => window.matchMedia('(max-width: 47.99em)').matches

/** Switches columns where one fills the screen. A swipe leads to the next. */
export function ColumnSwitcher({ root, onShow }: ColumnSwitcherProps) {
  const columns = useColumns()
  const [shown, setShown] = useState(columns[0]?.id)
  const current = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const element = root.current
    if (!element) return
    const update = () => {
      if (!isShown()) return
      const middle = element.getBoundingClientRect().left + element.clientWidth / 2
      const wholeColumns = [...element.querySelectorAll<HTMLElement>('[data-head]')]
      const nearest = wholeColumns
        .map((head) => {
          const { left, right } = head.getBoundingClientRect()
          return { id: head.dataset.head, far: Math.abs((left + right) / 2 - middle) }
        })
        .sort((a, b) => a.far - b.far)[0]
      if (nearest) setShown(nearest.id)
    }
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [root])

  useEffect(() => {
    if (shown && isShown()) current.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [shown])

  function show(id: string) {
    onShow(id)
    setShown(id)
    // After it is expanded.
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
