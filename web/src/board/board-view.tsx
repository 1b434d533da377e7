import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useCardFields } from '../custom-fields/card-fields.ts'
import { useIncrementalCount } from '../ui/use-incremental-count.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardContext, ColumnsContext, moveRefusal } from './board-context.ts'
import {
  applyMove,
  type Board,
  type Card,
  type BoardColumn as Column,
  cardsOf,
  type Lane,
  type Move,
  slotAt,
  stageIdOf,
  wholeColumnsOf,
} from './board-moves.ts'
import type { BoardSearch } from './board-search.ts'
import classes from './board-view.module.css'
import { rowHeightOf } from './card-list.tsx'
import { ColumnSwitcher } from './column-switcher.tsx'
import { draggedCards, dropPlaceOf } from './dragged-cards.ts'
import { FoldedColumn } from './folded-column.tsx'
import { moveText } from './move-text.ts'
import { enableTouchDrag } from './touch-drag.ts'
import { toCarryMove, useBoardKeys } from './use-board-keys.ts'
import type { Closing } from './use-board-moves.ts'
import { useFolds, useLaneFolds } from './use-folds.ts'
import { useLatest } from './use-latest.ts'
import { useSelection } from './use-selection.ts'

const CloseDialog = lazy(() =>
  import('../applications/close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)

const LanesView = lazy(() => import('./lanes-view.tsx').then((module) => ({ default: module.LanesView })))
const SelectedCards = lazy(() =>
  import('./selected-cards.tsx').then((module) => ({ default: module.SelectedCards })),
)
const CardRecord = lazy(() => import('./card-record.tsx').then((module) => ({ default: module.CardRecord })))

interface BoardViewProps {
  search: BoardSearch
  /** The application whose record is open. */
  openId: string | undefined
  onOpen: (cardId: string | undefined) => void
  /** Includes the user's own moves, also pending ones. */
  board: Board
  /** The cards belong to the previous filter; those of the new one are loading. */
  outdated: boolean
  /** The card of the last undone move, which gets the focus back. */
  returned: { cardId: string } | undefined
  /** Moves that share a toast and an undo. */
  onMove: (moves: readonly Move[], announcement: string, close?: Closing) => void
  onMore: (columnId: string) => Promise<void>
  onUnread: (lanes: readonly Lane[]) => void
}

type Drop = Parameters<NonNullable<Parameters<typeof monitorForElements>[0]['onDrop']>>[0]

const noCards: ReadonlySet<string> = new Set()

/** In px: below it, a card opens the page of its record. */
const narrowest = 1100

/** The columns with their cards, which move by mouse, touch or keyboard. */
export function BoardView(props: BoardViewProps) {
  const { board, search, openId, onOpen, outdated, returned, onMove, onMore, onUnread } = props
  const { isFolded, fold } = useFolds()
  const { isLaneFolded, foldLane } = useLaneFolds()
  const { selected, toggle, clear } = useSelection(board)
  const [closing, setClosing] = useState<readonly Move[] | null>(null)
  const [dragging, setDragging] = useState(false)
  const drawn = useIncrementalCount(board.columns.length, 2)
  const columnOf = (id: string) => board.columns.find((column) => column.id === id)

  function takenWith(card: Card): readonly Card[] {
    return selected.has(card.id) ? cardsOf(board, selected).filter(({ can }) => can.move) : [card]
  }

  function send(moves: readonly Move[], close?: Closing) {
    onMove(moves, moveText(board, moves), close)
    const cards = moves.flatMap((move) => move.cards)
    if (cards.length > 1) clear()
    keys.focus(cards[0]!.id)
  }

  /** Starts the moves. Entering a closed column asks for the disposition first. */
  function startAll(moves: readonly Move[]) {
    const allowed = moves.filter(({ toColumnId, cards }) => {
      const column = columnOf(toColumnId)
      return column && !moveRefusal(column, cards, board.can)
    })
    if (allowed.length === 0) return
    const ends = allowed.some(
      ({ toColumnId, cards }) =>
        columnOf(toColumnId)?.type === 'closed' && cards.some((card) => card.status.type !== 'closed'),
    )
    if (ends) setClosing(allowed)
    else send(allowed)
  }

  function start(cards: readonly Card[], columnId: string, index: number, cardsThere?: readonly Card[]) {
    const moving = new Set(cards.map((card) => card.id))
    const there = cardsThere ?? columnOf(columnId)?.cards ?? []
    const slot = board.kind === 'pipeline' ? {} : slotAt(there, index, moving)
    startAll([{ cards, toColumnId: columnId, slot, at: new Date().toISOString() }])
  }

  /** Moves cards to a column; with lanes, each within its own. */
  function moveTo(cards: readonly Card[], columnId: string) {
    if (columnOf(columnId)) return start(cards, columnId, 0)
    const laneOf = (card: Card) =>
      board.columns.find((column) => column.cards.some(({ id }) => id === card.id))?.lane?.id
    const at = new Date().toISOString()
    const moves = [...Map.groupBy(cards, laneOf)].flatMap(([laneId, together]): Move[] => {
      const part = board.columns.find((each) => stageIdOf(each) === columnId && each.lane?.id === laneId)
      if (!part) return []
      const moving = new Set(together.map((card) => card.id))
      const slot = board.kind === 'pipeline' ? {} : slotAt(part.cards, 0, moving)
      return [{ cards: together, toColumnId: part.id, slot, at }]
    })
    startAll(moves)
  }

  const keys = useBoardKeys({
    board,
    isFolded: (column) => isFolded(column) || (column.lane !== undefined && isLaneFolded(column.lane)),
    takenWith,
    moveRefusal: (column, cards) => moveRefusal(column, cards, board.can),
    onToggle: toggle,
    onClear: selected.size > 0 ? clear : undefined,
    onDrop: (cards, columnId, index) => {
      const moving = new Set(cards.map((card) => card.id))
      start(
        cards,
        columnId,
        index,
        columnOf(columnId)?.cards.filter((card) => !moving.has(card.id)),
      )
    },
  })
  const { root, activeId, carry } = keys
  const focusReturned = useEffectEvent(() => returned && keys.focus(returned.cardId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each undo
  useEffect(() => void focusReturned(), [returned])
  const shown = carry ? applyMove(board, toCarryMove(board, carry, carry.cards[0]!.enteredStatusAt)) : board
  const carried = useMemo(() => (carry ? new Set(carry.cards.map((card) => card.id)) : noCards), [carry])

  function open(cardId: string): boolean {
    const column = board.columns.find(({ cards }) => cards.some((card) => card.id === cardId))
    if (column) {
      const { name, type, cards, total } = column
      const place = { kind: 'board', boardId: board.id, column: name, type, search } as const
      const ids = cards.map((card) => card.id)
      void import('../applications/record/origin.ts').then((origin) =>
        origin.storeOrigin({ place, ids, total }),
      )
    }
    if (window.innerWidth < narrowest) return false
    keys.activate(cardId)
    onOpen(cardId)
    return true
  }
  const actions = useLatest({ toggle, takenWith, moveTo, more: onMore, fold, open })
  const { id, kind, can } = board
  const rowHeight = rowHeightOf(useCardFields().length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response has new but mostly equal permissions
  const context = useMemo(
    () => ({ id, kind, can, rowHeight, actions }),
    [id, kind, JSON.stringify(can), rowHeight, actions],
  )
  const wholeColumns = useMemo(() => wholeColumnsOf(board), [board])
  const staysFolded = (column: Column) => isFolded(column) && carry?.columnId !== column.id

  const onDragStart = useEffectEvent(({ source }: Pick<Drop, 'source'>) => {
    setDragging(true)
    // Keep the row rendered while columns scroll: removing it cancels the drag.
    keys.activate((source.element as HTMLElement).dataset.card ?? null)
  })
  const onDrop = useEffectEvent(({ source, location }: Drop) => {
    setDragging(false)
    const place = dropPlaceOf(location.current.dropTargets, (columnId) => columnOf(columnId)?.cards ?? [])
    if (place) start(draggedCards(source.data), place.columnId, place.index)
  })
  useEffect(() => {
    const element = root.current
    if (!element) return
    return combine(
      monitorForElements({
        onDragStart: (event) => onDragStart(event),
        onDrop: (event) => onDrop(event),
      }),
      autoScrollForElements({ element }),
      enableTouchDrag(element),
    )
  }, [root])

  return (
    <BoardContext value={context}>
      <ColumnsContext value={wholeColumns}>
        <ColumnSwitcher root={root} onShow={(columnId) => fold(columnId, false)} />
        <div
          ref={root}
          className={classes.board}
          data-outdated={outdated || undefined}
          data-empty={board.columns.every((column) => column.total.value === 0) || undefined}
          data-dragging={dragging || undefined}
          data-lanes={board.lanes ? true : undefined}
          data-covered={openId !== undefined || undefined}
          {...keys.handlers}
        >
          {board.lanes ? (
            <Suspense>
              <LanesView
                board={shown}
                root={root}
                isFolded={isFolded}
                isLaneFolded={isLaneFolded}
                onFoldLane={foldLane}
                onUnread={onUnread}
                activeId={activeId}
                selected={selected}
                carried={carried}
                openId={openId}
              />
            </Suspense>
          ) : (
            shown.columns.map((column, index) =>
              staysFolded(column) ? (
                <FoldedColumn key={column.id} column={column} />
              ) : (
                <BoardColumn
                  key={column.id}
                  column={column}
                  waits={index >= drawn}
                  activeId={column.cards.some((card) => card.id === activeId) ? activeId : null}
                  selected={selected}
                  carried={carried}
                  openId={column.cards.some((card) => card.id === openId) ? openId : undefined}
                />
              ),
            )
          )}
        </div>
        <span id="board-keys" className={classes.hidden}>
          <Trans>
            Press Space to pick up, the arrow keys to move, x to select, s for the menu, l to log a call
          </Trans>
        </span>
        <div className={classes.hidden} role="status" aria-live="assertive">
          {keys.announcement}
        </div>
        {openId && (
          <Suspense>
            <CardRecord
              board={board}
              openId={openId}
              root={root}
              onOpen={open}
              onClose={() => {
                onOpen(undefined)
                keys.focus(openId)
              }}
            />
          </Suspense>
        )}
        <Suspense>
          {selected.size > 0 && <SelectedCards cards={cardsOf(board, selected)} onClear={clear} />}
        </Suspense>
        {closing && (
          <Suspense>
            <CloseDialog
              opened
              applications={closing.flatMap((move) => move.cards)}
              onCancel={() => setClosing(null)}
              onClose={(close) => {
                setClosing(null)
                send(closing, close)
              }}
            />
          </Suspense>
        )}
      </ColumnsContext>
    </BoardContext>
  )
}
