import { t } from '@lingui/core/macro'
import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type Key,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { errorMessage } from '../api/api-error.ts'
import type { Pages } from '../api/pages.ts'
import { useDensity } from '../theme/density.ts'
import { type Arrange, type Column, leastWidth, trackOf } from './column.ts'
import classes from './data-table.module.css'
import { HeaderCell } from './data-table-header.tsx'
import { MoreFailed } from './more-failed.tsx'
import { TableSkeleton } from './skeletons.tsx'
import { ErrorState } from './state.tsx'
import { useRowKeys } from './use-row-keys.ts'

export type { Column } from './column.ts'

interface Selection {
  ids: ReadonlySet<string>
  /** `range` with the shift key: from the last one toggled to this. */
  onToggle: (id: string, range: boolean) => void
  onToggleAll: () => void
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  pages: Pages<Row>
  /** Shown when the list has no rows. */
  empty: ReactNode
  sort?: string
  onSort?: (sort: string) => void
  /** Makes columns reorderable and resizable. */
  arrange?: Arrange
  /** Opens a row by click. By keyboard, the row's link does, if it has one. */
  onOpen?: (row: Row) => void
  selection?: Selection
  /** The row with the cursor, which is scrolled into view. */
  activeId?: string
  /** Another row received the focus. */
  onActive?: (id: string) => void
  /** Returns the name of a row, for its checkbox. */
  nameOf?: (row: Row) => string
  /** On narrow screens each row is a card of 64 px instead of cells. */
  card?: (row: Row) => ReactNode
  /** Identifies the list's filters; each restores its scroll position. */
  placeKey?: string
}

const headerHeight = 32
const columnGap = 16
const cardHeight = 64
const places = new Map<string, number>()

function useWidth() {
  const options = { getInitialValueInEffect: false }
  const sm = useMediaQuery('(min-width: 48em)', true, options)
  const lg = useMediaQuery('(min-width: 75em)', true, options)
  return { sm, lg }
}

interface TableRowProps<Row> {
  row: Row
  index: number
  start: number
  columns: readonly Column<Row>[]
  card: ((row: Row) => ReactNode) | undefined
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined
  active: boolean
  opens: boolean
  nameOf: ((row: Row) => string) | undefined
}

/** Memoized: the cursor moves through hundreds of rows. */
const TableRow = memo(function TableRow<Row extends { id: string }>(props: TableRowProps<Row>) {
  const { row, index, start, columns, card, selected, active, opens, nameOf } = props
  const name = nameOf?.(row)
  return (
    <tr
      data-row={row.id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={classes.row}
      data-selected={selected || undefined}
      data-active={active || undefined}
      data-opens={opens || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      {selected !== undefined && (
        <td className={classes.cell}>
          <input
            type="checkbox"
            data-select
            aria-label={name ? t`Select ${name}` : t`Select row`}
            checked={selected}
            onChange={() => {}}
          />
        </td>
      )}
      {card ? (
        <td className={classes.card} colSpan={columns.length}>
          {card(row)}
        </td>
      ) : (
        columns.map((column) => (
          <td key={column.id} className={classes.cell} data-align={column.align}>
            {column.cell(row)}
          </td>
        ))
      )}
    </tr>
  )
}) as <Row extends { id: string }>(props: TableRowProps<Row> & { key: Key }) => ReactNode

/** A virtualized list; more rows load on scroll. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, pages, empty, sort, onSort, arrange, onOpen, selection, activeId, placeKey } = props
  const { rows, isPending, isOutdated, error, retry, hasMore, more, total } = pages
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const { sm, lg } = useWidth()
  const card = sm ? undefined : props.card
  const visible = useMemo(
    () => columns.filter(({ from }) => !from || (from === 'sm' ? sm : lg)),
    [columns, sm, lg],
  )
  const dense = useDensity() === 'compact'
  const rowHeight = card ? cardHeight : dense ? 32 : 40
  // Stable for the same rows: a new function makes the virtualizer recompute every position.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const cursorId = activeId ?? focusedId
  const cursorIndex = cursorId === undefined ? -1 : rows.findIndex((row) => row.id === cursorId)
  // Keeps the row with the cursor rendered, so that scrolling does not lose the focus.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (cursorIndex < 0 || indexes.includes(cursorIndex)) return indexes
      return [...indexes, cursorIndex].sort((a, b) => a - b)
    },
    [cursorIndex],
  )
  // The visible rows first; those around them render in the next frame.
  const overscan = useDeferredValue(rows.length > 0 ? 12 : 0, 0)
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    rangeExtractor,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    // The sticky header covers the rows.
    scrollPaddingEnd: card ? 0 : headerHeight,
    initialOffset: () => places.get(placeKey ?? '') ?? 0,
    onChange: ({ scrollOffset }) => {
      if (placeKey !== undefined && scrollOffset !== null) places.set(placeKey, scrollOffset)
    },
  })
  const items = virtualizer.getVirtualItems()
  const lastVisible = virtualizer.range?.endIndex ?? 0
  const rowKeys = useRowKeys({
    body,
    rows,
    virtualizer,
    rowHeight,
    cursorId,
    stopId: rows[cursorIndex >= 0 ? cursorIndex : (virtualizer.range?.startIndex ?? 0)]?.id,
    onRow: (id) => {
      setFocusedId(id)
      props.onActive?.(id)
    },
    onOpen,
  })

  useEffect(() => {
    if (hasMore && lastVisible >= rows.length - 15) more()
  }, [hasMore, lastVisible, rows.length, more])

  const measuredFor = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measuredFor.current === rowHeight) return
    measuredFor.current = rowHeight
    virtualizer.measure()
  }, [rowHeight, virtualizer])

  const place = useRef(placeKey)
  useLayoutEffect(() => {
    if (place.current === placeKey) return
    place.current = placeKey
    virtualizer.scrollToOffset(places.get(placeKey ?? '') ?? 0)
  }, [placeKey, virtualizer])

  const activeIndex = activeId === undefined ? -1 : cursorIndex
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' })
  }, [activeIndex, virtualizer])

  if (isPending) return <TableSkeleton />
  if (error) return <ErrorState text={errorMessage(error)} onRetry={retry} />
  if (rows.length === 0 && !isOutdated) return empty

  const tracks = [...(selection ? ['14px'] : []), ...(card ? ['minmax(0, 1fr)'] : visible.map(trackOf))]
  const least = tracks.reduce((sum, track) => sum + leastWidth(track) + columnGap, columnGap)
  const template = {
    '--columns': tracks.join(' '),
    '--row-height': `${rowHeight}px`,
    minWidth: card ? undefined : `max(100%, ${least}px)`,
  } as CSSProperties
  function click(event: MouseEvent) {
    const target = event.target as Element
    const id = target.closest<HTMLElement>('[data-row]')?.dataset.row
    const row = rows.find((each) => each.id === id)
    if (!row) return
    if (target instanceof HTMLInputElement && target.dataset.select !== undefined) {
      selection?.onToggle(row.id, event.shiftKey)
      return
    }
    // Links, buttons and text selection in a row keep their behaviour.
    const onControl = target.closest('a, button, input, label')
    if (!onControl && !window.getSelection()?.toString()) onOpen?.(row)
  }

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-outdated={isOutdated || undefined}
      data-scrolls-to-top={placeKey === undefined || undefined}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with arrow-key navigation is a grid
        role="grid"
        aria-label={label}
        aria-multiselectable={selection !== undefined || undefined}
        aria-rowcount={(total?.value ?? rows.length) + 1}
        className={classes.table}
        style={template}
      >
        <thead className={card ? classes.hiddenHead : classes.block}>
          <tr className={classes.header} aria-rowindex={1}>
            {selection && (
              <th scope="col" className={classes.head}>
                <input
                  type="checkbox"
                  aria-label={t`Select all`}
                  checked={rows.every(({ id }) => selection.ids.has(id))}
                  onChange={selection.onToggleAll}
                />
              </th>
            )}
            {visible.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                sort={sort}
                onSort={onSort}
                arrange={card ? undefined : arrange}
                tracks={tracks}
                index={index + (selection ? 1 : 0)}
              />
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          onClick={click}
          onKeyDown={rowKeys.onKeyDown}
          onFocus={rowKeys.onFocus}
        >
          {items.map(({ index, key, start }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <TableRow
                key={key}
                row={row}
                index={index}
                start={start}
                columns={visible}
                card={card}
                selected={selection?.ids.has(row.id)}
                active={row.id === activeId}
                opens={onOpen !== undefined}
                nameOf={props.nameOf}
              />
            )
          })}
        </tbody>
      </table>
      {pages.moreFailed && <MoreFailed onRetry={pages.retryMore} />}
    </div>
  )
}
