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
  /** `range` when the shift key is held: from the last one toggled to this. */
  onToggle: (id: string, range: boolean) => void
  onToggleAll: () => void
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  pages: Pages<Row>
  /** What stands there when the list has no rows. */
  empty: ReactNode
  sort?: string
  onSort?: (sort: string) => void
  /** Lets columns be put in another order and made wider. */
  arrange?: Arrange
  /** Opens a row; the pointer's way. For the keyboard its link does, where it has one. */
  onOpen?: (row: Row) => void
  selection?: Selection
  /** The row the keyboard is on, kept in view. */
  activeId?: string
  /** The focus has come to another row. */
  onActive?: (id: string) => void
  /** What a row is called, for its checkbox. */
  nameOf?: (row: Row) => string
  /** On narrow screens each row is such a card of 64 px instead of cells. */
  card?: (row: Row) => ReactNode
  /** The list's filters as a text: each finds the place again it was left at. */
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
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined
  active: boolean
  opens: boolean
  nameOf: ((row: Row) => string) | undefined
}

/** Drawn again only when something of it changed: the cursor goes through hundreds of rows. */
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

/** A list of any length: the rows in view are in the page, the next ones are read on the way down. */
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
  // The same function for the same rows: a new one has the places of all rows reckoned anew.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const cursorId = activeId ?? focusedId
  const cursorIndex = cursorId === undefined ? -1 : rows.findIndex((row) => row.id === cursorId)
  // The row the keyboard is on stays in the page, or scrolling would drop the focus.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (cursorIndex < 0 || indexes.includes(cursorIndex)) return indexes
      return [...indexes, cursorIndex].sort((a, b) => a - b)
    },
    [cursorIndex],
  )
  // Those in view first: the rows around them come with the next picture.
  const overscan = useDeferredValue(rows.length > 0 ? 12 : 0, 0)
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    rangeExtractor,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    // The header lies over the rows.
    scrollPaddingEnd: card ? 0 : headerHeight,
    initialOffset: () => places.get(placeKey ?? '') ?? 0,
    onChange: ({ scrollOffset }) => {
      if (placeKey !== undefined && scrollOffset !== null) places.set(placeKey, scrollOffset)
    },
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
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
    if (hasMore && lastIndex >= rows.length - 25) more()
  }, [hasMore, lastIndex, rows.length, more])

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
    // Links and buttons in a row do their own; so does marking text.
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
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table one walks with the arrows is a grid
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
