import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Board, type BoardColumn, headsOf, type Lane } from './board-moves.ts'
import { type CardMarks, rowHeight } from './card-list.tsx'
import { ColumnHeader } from './column-header.tsx'
import { FoldedHead } from './folded-column.tsx'
import { LaneHeader } from './lane-header.tsx'
import { LanePart } from './lane-part.tsx'
import { type LaidLane, laneAt, laneHeaderHeight, layLanes, sizeOfLanes } from './lane-rows.ts'
import classes from './lanes-view.module.css'

interface LanesViewProps extends CardMarks {
  board: Board
  /** What scrolls, both ways. */
  root: RefObject<HTMLElement | null>
  isFolded: (column: BoardColumn) => boolean
  isLaneFolded: (lane: Lane) => boolean
  onFoldLane: (lane: Lane, folded: boolean) => void
  /** Asks for the cards of lanes that came into view. */
  onUnread: (lanes: readonly Lane[]) => void
}

interface Shown {
  laid: LaidLane
  /** The rows in view. */
  rows: number[]
}

/** The lanes in view with their rows in view and, wherever it is, the row the keyboard is on. */
function useShownLanes(lanes: readonly LaidLane[], { root, activeId }: LanesViewProps) {
  const active = activeId
    ? lanes.flatMap(({ parts, index }) =>
        parts.flatMap(({ cards }) => {
          const row = cards.findIndex((card) => card.id === activeId)
          return row < 0 ? [] : [index + 1 + row]
        }),
      )[0]
    : undefined
  const { items, height } = sizeOfLanes(lanes)
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
  // Sizes are known, not measured; they are other ones when a lane folds or grows.
  const shape = lanes.map(({ index }) => index).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is what sizes follow from
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, shape, items])

  const shown = new Map<LaidLane, number[]>()
  for (const { index } of virtualizer.getVirtualItems()) {
    const laid = laneAt(lanes, index)
    if (!laid) continue
    const rows = shown.get(laid) ?? []
    if (index > laid.index && index <= laid.index + laid.rows) rows.push(index - laid.index - 1)
    shown.set(laid, rows)
  }
  return { height, shown: [...shown].map(([laid, rows]): Shown => ({ laid, rows })) }
}

/** Keeps the lane one reads where it is when those above it grow or shrink. */
function useKeptLane(root: RefObject<HTMLElement | null>, lanes: readonly LaidLane[]) {
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

/** The board cut into lanes: one row of headers for all, below it the lanes, of which only what is in view is there. */
export function LanesView(props: LanesViewProps) {
  const { board, root, isFolded, isLaneFolded, onFoldLane, onUnread, activeId, selected, carried } = props
  const lanes = useMemo(() => layLanes(board, isLaneFolded, isFolded), [board, isLaneFolded, isFolded])
  const { height, shown } = useShownLanes(lanes, props)
  useKeptLane(root, lanes)
  const unread = shown
    .filter(({ laid }) => !laid.folded && laid.parts.some((part) => part.unread))
    .map(({ laid }) => laid.lane)
  const unreadIds = unread.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same lanes again are not asked for again
  useEffect(() => {
    if (unread.length > 0) onUnread(unread)
  }, [unreadIds, board.lanes])

  return (
    <div className={classes.lanes}>
      <div className={classes.heads}>
        {headsOf(board).map((head) => (
          <div
            key={head.id}
            className={isFolded(head) ? classes.foldedHead : classes.head}
            data-head={head.id}
          >
            {isFolded(head) ? (
              <FoldedHead column={head} />
            ) : (
              <ColumnHeader column={head} selected={selected} />
            )}
          </div>
        ))}
      </div>
      <div className={classes.body} style={{ height }}>
        {shown.map(({ laid, rows }) => (
          <section
            key={laid.lane.id}
            className={classes.lane}
            style={{ transform: `translateY(${laid.top}px)` }}
            aria-labelledby={`lane-${laid.lane.id}`}
          >
            <LaneHeader laid={laid} onFold={(folded) => onFoldLane(laid.lane, folded)} />
            {!laid.folded && (
              <div className={classes.parts} style={{ height: laid.rows * rowHeight }}>
                {laid.parts.map((part) => (
                  <LanePart
                    key={part.id}
                    part={part}
                    folded={isFolded(part)}
                    first={rows[0] ?? 0}
                    last={rows.at(-1) ?? -1}
                    activeId={part.cards.some((card) => card.id === activeId) ? activeId : null}
                    selected={selected}
                    carried={carried}
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
