import { t } from '@lingui/core/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ColumnEdge } from './column-drag.ts'
import classes from './link-tabs.module.css'

interface LinkTab extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  /** Defaults to the label. */
  id?: string
  label: string
  active: boolean
  count?: string
  /** What is new since the last visit: "3 new". */
  newCount?: string
  /** Can be reordered by dragging. */
  movable?: boolean
}

interface LinkTabsProps {
  tabs: readonly LinkTab[]
  /** The tabs take their space but are not visible yet. */
  waiting?: boolean
  onMove?: (id: string, besideId: string, edge: ColumnEdge) => void
}

function useTabDrag(id: string, movable: boolean, onMove: LinkTabsProps['onMove']) {
  const tab = useRef<HTMLAnchorElement>(null)
  const [edge, setEdge] = useState<ColumnEdge | null>(null)
  const drop = useEffectEvent((draggedId: string, at: ColumnEdge) => onMove?.(draggedId, id, at))
  useEffect(() => {
    if (!movable) return
    let stop = () => {}
    let left = false
    void import('./column-drag.ts').then(({ dragColumn }) => {
      if (tab.current && !left) stop = dragColumn(tab.current, id, { onEdge: setEdge, onDrop: drop })
    })
    return () => {
      left = true
      stop()
    }
  }, [id, movable])
  return { tab, edge }
}

function Tab({ tab, onMove }: { tab: LinkTab; onMove: LinkTabsProps['onMove'] }) {
  const { id, label, active, count, newCount, movable, ...link } = tab
  const { tab: element, edge } = useTabDrag(id ?? label, movable === true && onMove !== undefined, onMove)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, element])
  return (
    <Link
      {...link}
      ref={element}
      className={classes.tab}
      activeProps={{}}
      data-active={active || undefined}
      data-edge={edge ?? undefined}
      aria-current={active ? 'page' : undefined}
    >
      {label}
      {count !== undefined && <span className={classes.count}>{count}</span>}
      {newCount !== undefined && <span className={classes.newCount}>{newCount}</span>}
    </Link>
  )
}

/** The tabs of a toolbar, which are links. */
export function LinkTabs({ tabs, waiting, onMove }: LinkTabsProps) {
  return (
    <nav className={classes.tabs} data-waiting={waiting || undefined} aria-label={t`Views`}>
      {tabs.map((tab) => (
        <Tab key={tab.id ?? tab.label} tab={tab} onMove={onMove} />
      ))}
    </nav>
  )
}
