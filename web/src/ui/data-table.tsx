import { Button, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type Key,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { errorMessage } from '../api/api-error.ts'
import type { Pages } from '../api/pages.ts'
import classes from './data-table.module.css'
import { TableSkeleton } from './skeletons.tsx'
import { ErrorState } from './state.tsx'

export interface Column<Row> {
  id: string
  header: string
  /** For columns of buttons: the header is only read out. */
  headerHidden?: boolean
  cell: (row: Row) => ReactNode
  /** A CSS grid track; `minmax(120px, 1fr)` when left out. */
  width?: string
  align?: 'right'
  /** The list's sort by this column; `-` before it is the other way round. */
  sort?: string
  /** Left out on screens narrower than this: 768 or 1200 px. */
  from?: 'sm' | 'lg'
}

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
  /** Opens a row; the pointer's way. For the keyboard the first cell holds a link. */
  onOpen?: (row: Row) => void
  selection?: Selection
  /** The row the keyboard is on, kept in view. */
  activeId?: string
  /** What a row is called, for its checkbox. */
  nameOf?: (row: Row) => string
  rowHeight?: number
  /** On narrow screens each row is such a card of 64 px instead of cells. */
  card?: (row: Row) => ReactNode
  /** The list's filters as a text: each finds the place again it was left at. */
  placeKey?: string
}

const headerHeight = 32
const cardHeight = 64
const places = new Map<string, number>()

function useWidth() {
  const options = { getInitialValueInEffect: false }
  const sm = useMediaQuery('(min-width: 48em)', true, options)
  const lg = useMediaQuery('(min-width: 75em)', true, options)
  return { sm, lg }
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const { header, headerHidden, align } = column
  if (!column.sort || !onSort) {
    return (
      <th scope="col" className={classes.head} data-align={align}>
        {headerHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
      </th>
    )
  }
  const direction = sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : undefined
  const next = direction === 'ascending' ? `-${column.sort}` : column.sort
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={classes.head} data-align={align}>
      <button type="button" className={classes.sort} onClick={() => onSort(next)}>
        {header}
        {direction && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  )
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
  return (
    <tr
      data-row={row.id}
      aria-rowindex={index + 2}
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
            aria-label={nameOf ? `Select ${nameOf(row)}` : 'Select row'}
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
  const { label, columns, pages, empty, sort, onSort, onOpen, selection, activeId, placeKey } = props
  const { rows, isPending, isOutdated, error, retry, hasMore, more, total } = pages
  const scroller = useRef<HTMLDivElement>(null)
  const { sm, lg } = useWidth()
  const card = sm ? undefined : props.card
  const visible = useMemo(
    () => columns.filter(({ from }) => !from || (from === 'sm' ? sm : lg)),
    [columns, sm, lg],
  )
  const rowHeight = card ? cardHeight : (props.rowHeight ?? 40)
  // The same function for the same rows: a new one has the places of all rows reckoned anew.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 12,
    // The header lies over the rows.
    scrollPaddingEnd: card ? 0 : headerHeight,
    initialOffset: () => places.get(placeKey ?? '') ?? 0,
    onChange: ({ scrollOffset }) => {
      if (placeKey !== undefined && scrollOffset !== null) places.set(placeKey, scrollOffset)
    },
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0

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

  const activeIndex = activeId ? rows.findIndex((row) => row.id === activeId) : -1
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' })
  }, [activeIndex, virtualizer])

  if (isPending) return <TableSkeleton />
  if (error) return <ErrorState text={errorMessage(error)} onRetry={retry} />
  if (rows.length === 0 && !isOutdated) return empty

  const tracks = card ? ['minmax(0, 1fr)'] : visible.map((column) => column.width ?? 'minmax(120px, 1fr)')
  const template = {
    '--columns': [...(selection ? ['14px'] : []), ...tracks].join(' '),
    '--row-height': `${rowHeight}px`,
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
        aria-label={label}
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
                  aria-label="Select all"
                  checked={rows.every(({ id }) => selection.ids.has(id))}
                  onChange={selection.onToggleAll}
                />
              </th>
            )}
            {visible.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the first cell's link is the keyboard's way */}
        <tbody className={classes.body} style={{ height: virtualizer.getTotalSize() }} onClick={click}>
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
      {pages.moreFailed && (
        <div role="alert" className={classes.more}>
          The next rows could not be loaded
          <Button size="xs" variant="default" onClick={pages.retryMore}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
