import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useInTurn } from '../ui/use-in-turn.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardContext, ColumnsContext, whyNotInto } from './board-context.ts'
import {
  applyMove,
  type Board,
  type Card,
  type BoardColumn as Column,
  cardsOf,
  headsOf,
  type Lane,
  type Move,
  slotAt,
  stageIdOf,
} from './board-moves.ts'
import classes from './board-view.module.css'
import { ColumnSwitcher } from './column-switcher.tsx'
import { draggedCards, dropPlaceOf } from './dragged-cards.ts'
import { FoldedColumn } from './folded-column.tsx'
import { LanesView } from './lanes-view.tsx'
import { moveText, subjectOf } from './move-words.ts'
import { SelectionBar } from './selection-bar.tsx'
import { enableTouchDrag } from './touch-drag.ts'
import { toCarryMove, useBoardKeys } from './use-board-keys.ts'
import type { Closing } from './use-board-moves.ts'
import { useFolds, useLaneFolds } from './use-folds.ts'
import { useLatest } from './use-latest.ts'
import { useSelection } from './use-selection.ts'

const CloseDialog = lazy(() =>
  import('../applications/close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)

interface BoardViewProps {
  /** With one's own moves, also those still on their way. */
  board: Board
  /** The cards belong to the filter before; those of the new one are on their way. */
  outdated: boolean
  /** Moves that count as one, for the toast and for undo. */
  onMove: (moves: readonly Move[], said: string, close?: Closing) => void
  onMore: (columnId: string) => Promise<void>
  onUnread: (lanes: readonly Lane[]) => void
}

type Drop = Parameters<NonNullable<Parameters<typeof monitorForElements>[0]['onDrop']>>[0]

const noCards: ReadonlySet<string> = new Set()

/** The columns with their cards, moved by mouse, touch or keyboard. */
export function BoardView({ board, outdated, onMove, onMore, onUnread }: BoardViewProps) {
  const { isFolded, fold } = useFolds()
  const { isLaneFolded, foldLane } = useLaneFolds()
  const { selected, toggle, clear } = useSelection(board)
  const [closing, setClosing] = useState<readonly Move[] | null>(null)
  const [dragging, setDragging] = useState(false)
  const drawn = useInTurn(board.columns.length, 2)
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

  /** Entering a closed column asks first how it ended. */
  function startAll(moves: readonly Move[]) {
    const allowed = moves.filter(({ toColumnId, cards }) => {
      const column = columnOf(toColumnId)
      return column && !whyNotInto(column, cards, board.can)
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

  /** A whole column is, where there are lanes, the part of it in each card's own. */
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
    whyNotInto: (column, cards) => whyNotInto(column, cards, board.can),
    onToggle: toggle,
    onClear: clear,
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
  const shown = carry ? applyMove(board, toCarryMove(board, carry, carry.cards[0]!.enteredStatusAt)) : board
  const carried = useMemo(() => (carry ? new Set(carry.cards.map((card) => card.id)) : noCards), [carry])

  const actions = useLatest({ toggle, takenWith, moveTo, more: onMore, fold })
  const { id, kind, can } = board
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one may do is told anew with each answer, mostly the same
  const context = useMemo(() => ({ id, kind, can, actions }), [id, kind, JSON.stringify(can), actions])
  const heads = useMemo(() => headsOf(board), [board])
  const staysFolded = (column: Column) => isFolded(column) && carry?.columnId !== column.id

  const onDragStart = useEffectEvent(({ source }: Pick<Drop, 'source'>) => {
    setDragging(true)
    // Kept in the page while columns scroll: without it the browser forgets the drag.
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
      <ColumnsContext value={heads}>
        <ColumnSwitcher root={root} onShow={(columnId) => fold(columnId, false)} />
        <div
          ref={root}
          className={classes.board}
          data-outdated={outdated || undefined}
          data-empty={board.columns.every((column) => column.total.value === 0) || undefined}
          data-dragging={dragging || undefined}
          data-lanes={board.lanes ? true : undefined}
          {...keys.handlers}
        >
          {board.lanes ? (
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
            />
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
                />
              ),
            )
          )}
        </div>
        <span id="board-keys" className={classes.hidden}>
          <Trans>Space picks up, arrows move, x selects, s opens the menu, l logs a call</Trans>
        </span>
        <div className={classes.hidden} role="status" aria-live="assertive">
          {keys.said}
        </div>
        {selected.size > 0 && <SelectionBar cards={cardsOf(board, selected)} onClear={clear} />}
        {closing && (
          <Suspense>
            <CloseDialog
              opened
              subject={subjectOf(closing.flatMap((move) => move.cards))}
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
