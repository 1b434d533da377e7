import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Arrange, Column } from './column.ts'
import type { ColumnEdge } from './column-drag.ts'
import { ColumnWidth } from './column-width.tsx'
import classes from './data-table.module.css'

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  arrange?: Arrange | undefined
  /** The grid tracks of the table, and the index of this column's. */
  tracks: readonly string[]
  index: number
}

/** Makes the header draggable; the code loads after the list is shown. */
function useDrag(columnId: string, arrange: Arrange | undefined) {
  const head = useRef<HTMLTableCellElement>(null)
  const [edge, setEdge] = useState<ColumnEdge | null>(null)
  const drop = useEffectEvent((draggedId: string, at: ColumnEdge) => arrange?.onMove(draggedId, columnId, at))
  const movable = arrange !== undefined
  useEffect(() => {
    if (!movable) return
    let stop = () => {}
    let left = false
    void import('./column-drag.ts').then(({ dragColumn }) => {
      if (head.current && !left) stop = dragColumn(head.current, columnId, { onEdge: setEdge, onDrop: drop })
    })
    return () => {
      left = true
      stop()
    }
  }, [columnId, movable])
  return { head, edge }
}

export function HeaderCell<Row>({ column, sort, onSort, arrange, tracks, index }: HeaderCellProps<Row>) {
  const { header, headerHidden, align } = column
  const { head, edge } = useDrag(column.id, column.fixed ? undefined : arrange)
  const sorts = column.sort !== undefined && onSort !== undefined
  const key = column.sort?.replace('-', '')
  const direction = !sorts
    ? undefined
    : sort === key
      ? 'ascending'
      : sort === `-${key}`
        ? 'descending'
        : 'none'
  const next = { ascending: `-${key}`, descending: key, none: column.sort }[direction ?? 'none']
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th
      ref={head}
      scope="col"
      aria-sort={direction}
      // Otherwise the accessible name would include the handle's.
      aria-label={arrange ? header : undefined}
      className={classes.head}
      data-align={align}
      data-edge={edge ?? undefined}
      data-movable={(arrange && !column.fixed) || undefined}
    >
      {sorts ? (
        <button type="button" className={classes.sort} onClick={() => onSort(next!)}>
          {header}
          {direction !== 'none' && <Arrow size={12} aria-hidden />}
        </button>
      ) : headerHidden ? (
        <VisuallyHidden>{header}</VisuallyHidden>
      ) : (
        <span className={classes.headText}>{header}</span>
      )}
      {arrange && (
        <ColumnWidth
          label={t`Width of ${header}`}
          tracks={tracks}
          index={index}
          onResize={(width) => arrange.onResize(column.id, width)}
        />
      )}
    </th>
  )
}
