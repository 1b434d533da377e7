import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { BoardColumn } from './board-column.tsx'
import { BoardContext, ColumnsContext, whyNotInto } from './board-context.ts'
import { applyMove, type Board, type Card, cardsOf, type Move, slotAt } from './board-moves.ts'
import classes from './board-view.module.css'
import { draggedCards, dropPlaceOf } from './dragged-cards.ts'
import { FoldedColumn } from './folded-column.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { toCarryMove, useBoardKeys } from './use-board-keys.ts'
import type { Closing } from './use-board-moves.ts'
import { useFolds } from './use-folds.ts'
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
  onMove: (move: Move, said: string, close?: Closing) => void
  onMore: (columnId: string) => Promise<void>
}

const noCards: ReadonlySet<string> = new Set()

function subjectOf(cards: readonly Card[]): string {
  return cards.length === 1 ? cards[0]!.candidate.name : `${cards.length} applications`
}

/** The columns with their cards, moved by mouse, touch or keyboard. */
export function BoardView({ board, outdated, onMove, onMore }: BoardViewProps) {
  const { isFolded, fold } = useFolds()
  const { selected, toggle, clear } = useSelection(board)
  const [closing, setClosing] = useState<Move | null>(null)
  const [dragging, setDragging] = useState(false)
  const columnOf = (id: string) => board.columns.find((column) => column.id === id)

  function takenWith(card: Card): readonly Card[] {
    return selected.has(card.id) ? cardsOf(board, selected).filter(({ can }) => can.move) : [card]
  }

  function send(move: Move, close?: Closing) {
    const column = columnOf(move.toColumnId)
    const within = move.cards.every((card) => column?.cards.some(({ id }) => id === card.id))
    const to = within ? 'within' : 'to'
    onMove(move, `Moved ${subjectOf(move.cards)} ${to} ${column?.name}`, close)
    if (move.cards.length > 1) clear()
    keys.focus(move.cards[0]!.id)
  }

  /** Entering a closed column asks first how it ended. */
  function start(cards: readonly Card[], columnId: string, index: number, cardsThere?: readonly Card[]) {
    const column = columnOf(columnId)
    if (!column || whyNotInto(column, cards, board.can)) return
    const moving = new Set(cards.map((card) => card.id))
    const slot = board.kind === 'pipeline' ? {} : slotAt(cardsThere ?? column.cards, index, moving)
    const move: Move = { cards, toColumnId: columnId, slot, at: new Date().toISOString() }
    const ends = column.type === 'closed' && cards.some((card) => card.status.type !== 'closed')
    if (ends) setClosing(move)
    else send(move)
  }

  const keys = useBoardKeys({
    board,
    isFolded: (columnId) => isFolded(columnOf(columnId)!),
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
  const carried = carry ? new Set(carry.cards.map((card) => card.id)) : noCards

  const actions = useLatest({
    toggle,
    takenWith,
    moveTo: (cards: readonly Card[], columnId: string) => start(cards, columnId, 0),
    more: onMore,
    fold,
  })
  const { id, kind, can } = board
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one may do is told anew with each answer, mostly the same
  const context = useMemo(() => ({ id, kind, can, actions }), [id, kind, JSON.stringify(can), actions])

  const onDrop = useEffectEvent(
    ({
      source,
      location,
    }: Parameters<NonNullable<Parameters<typeof monitorForElements>[0]['onDrop']>>[0]) => {
      setDragging(false)
      const place = dropPlaceOf(location.current.dropTargets, (columnId) => columnOf(columnId)?.cards ?? [])
      if (place) start(draggedCards(source.data), place.columnId, place.index)
    },
  )
  useEffect(() => {
    const element = root.current
    if (!element) return
    return combine(
      monitorForElements({ onDragStart: () => setDragging(true), onDrop: (event) => onDrop(event) }),
      autoScrollForElements({ element }),
    )
  }, [root])

  return (
    <BoardContext value={context}>
      <ColumnsContext value={board.columns}>
        <div
          ref={root}
          className={classes.board}
          data-outdated={outdated || undefined}
          data-empty={board.columns.every((column) => column.total.value === 0) || undefined}
          data-dragging={dragging || undefined}
          {...keys.handlers}
        >
          {shown.columns.map((column) =>
            isFolded(column) && carry?.columnId !== column.id ? (
              <FoldedColumn key={column.id} column={column} />
            ) : (
              <BoardColumn
                key={column.id}
                column={column}
                activeId={column.cards.some((card) => card.id === activeId) ? activeId : null}
                selected={selected}
                carried={carried}
              />
            ),
          )}
        </div>
        <span id="board-keys" className={classes.hidden}>
          Space picks up, arrows move, x selects, s opens the menu
        </span>
        <div className={classes.hidden} role="status" aria-live="assertive">
          {keys.said}
        </div>
        {selected.size > 0 && <SelectionBar cards={cardsOf(board, selected)} onClear={clear} />}
        {closing && (
          <Suspense>
            <CloseDialog
              opened
              subject={subjectOf(closing.cards)}
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
