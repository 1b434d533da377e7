import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useBoardContext } from './board-context.ts'
import { type Board, type BoardColumn, type Lane, wholeColumnsOf } from './board-moves.ts'
import type { CardMarks } from './card-list.tsx'
import { ColumnHeader } from './column-header.tsx'
import { FoldedHeader } from './folded-column.tsx'
import { LaneHeader } from './lane-header.tsx'
import { LanePart } from './lane-part.tsx'
import { type LaneLayout, laneAt, laneHeaderHeight, layOutLanes, sizeOfLanes } from './lane-rows.ts'
import classes from './lanes-view.module.css'

interface LanesViewProps extends CardMarks {
  board: Board
  /** The element that scrolls in both directions. */
  root: RefObject<HTMLElement | null>
  isFolded: (column: BoardColumn) => boolean
  isLaneFolded: (lane: Lane) => boolean
  onFoldLane: (lane: Lane, folded: boolean) => void
  /** Requests the cards of lanes that became visible. */
  onUnread: (lanes: readonly Lane[]) => void
}

interface Shown {
  layout: LaneLayout
  /** The visible rows. */
  rows: number[]
}

/** Returns the visible lanes with their visible rows, and always the row of the active card. */
function useShownLanes(lanes: readonly LaneLayout[], { root, activeId }: LanesViewProps, rowHeight: number) {
  const active = activeId
    ? lanes.flatMap(({ parts, index }) =>
        parts.flatMap(({ cards }) => {
          const row = cards.findIndex((card) => card.id === activeId)
          return row < 0 ? [] : [index + 1 + row]
        }),
      )[0]
    : undefined
  const { items, height } = sizeOfLanes(lanes, rowHeight)
  const isHeader = (item: number) => laneAt(lanes, item)?.index === item
  const virtualizer = useVirtualizer({
    count: items,
    getScrollElement: () => root.current,
    estimateSize: (item) => (isHeader(item) ? laneHeaderHeight : rowHeight),
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      return active === undefined || active >= range.count || seen.includes(active) ? seen : [...seen, active]
    },
    initialRect: { width: 1200, height: 800 },
    overscan: 3,
  })
  // Sizes are computed, not measured; they change when a lane collapses or grows.
  const shape = lanes.map(({ index }) => index).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes follow from the shape
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, shape, items, rowHeight])

  const shown = new Map<LaneLayout, number[]>()
  for (const { index } of virtualizer.getVirtualItems()) {
    const layout = laneAt(lanes, index)
    if (!layout) continue
    const rows = shown.get(layout) ?? []
    if (index > layout.index && index <= layout.index + layout.rows) rows.push(index - layout.index - 1)
    shown.set(layout, rows)
  }
  return { height, shown: [...shown].map(([layout, rows]): Shown => ({ layout, rows })) }
}

/** Keeps the lane in view in place when those above it grow or shrink. */
function useLaneAnchor(root: RefObject<HTMLElement | null>, lanes: readonly LaneLayout[]) {
  const before = useRef(lanes)
  useLayoutEffect(() => {
    const element = root.current
    const old = before.current
    before.current = lanes
    if (!element || old === lanes || element.scrollTop === 0) return
    const first = old.findLast(({ top }) => top <= element.scrollTop)
    const now = lanes.find(({ lane }) => lane.id === first?.lane.id)
    if (first && now && now.top !== first.top) element.scrollTop += now.top - first.top
  }, [root, lanes])
}

/** The board in lanes, with one row of column headers. Only visible lanes and rows are rendered. */
export function LanesView(props: LanesViewProps) {
  const { board, root, isFolded, isLaneFolded, onFoldLane, onUnread, activeId, selected, carried, openId } =
    props
  const { rowHeight } = useBoardContext()
  const lanes = useMemo(
    () => layOutLanes(board, isLaneFolded, isFolded, rowHeight),
    [board, isLaneFolded, isFolded, rowHeight],
  )
  const { height, shown } = useShownLanes(lanes, props, rowHeight)
  useLaneAnchor(root, lanes)
  const unread = shown
    .filter(({ layout }) => !layout.folded && layout.parts.some((part) => part.unread))
    .map(({ layout }) => layout.lane)
  const unreadIds = unread.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same lanes are not requested twice
  useEffect(() => {
    if (unread.length > 0) onUnread(unread)
  }, [unreadIds, board.lanes])

  return (
    <div className={classes.lanes}>
      <div className={classes.wholeColumns}>
        {wholeColumnsOf(board).map((head) => (
          <div
            key={head.id}
            className={isFolded(head) ? classes.foldedHead : classes.head}
            data-head={head.id}
          >
            {isFolded(head) ? (
              <FoldedHeader column={head} />
            ) : (
              <ColumnHeader column={head} selected={selected} />
            )}
          </div>
        ))}
      </div>
      <div className={classes.body} style={{ height }}>
        {shown.map(({ layout, rows }) => (
          <section
            key={layout.lane.id}
            className={classes.lane}
            style={{ transform: `translateY(${layout.top}px)` }}
            aria-labelledby={`lane-${layout.lane.id}`}
          >
            <LaneHeader layout={layout} onFold={(folded) => onFoldLane(layout.lane, folded)} />
            {!layout.folded && (
              <div className={classes.parts} style={{ height: layout.rows * rowHeight }}>
                {layout.parts.map((part) => (
                  <LanePart
                    key={part.id}
                    part={part}
                    folded={isFolded(part)}
                    first={rows[0] ?? 0}
                    last={rows.at(-1) ?? -1}
                    activeId={part.cards.some((card) => card.id === activeId) ? activeId : null}
                    selected={selected}
                    carried={carried}
                    openId={openId}
                  />
                ))}
              </div>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}
