import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { preserveOffsetOnSource } from '@atlaskit/pragmatic-drag-and-drop/utils/preserve-offset-on-source'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { t } from '@lingui/core/macro'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type MouseEvent, memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CallButton } from '../calls/call-button.tsx'
import { slideIn } from './arrivals.ts'
import classes from './board-card.module.css'
import { useBoardContext } from './board-context.ts'
import type { Card } from './board-moves.ts'
import { CardFace } from './card-face.tsx'
import { toDragData } from './dragged-cards.ts'

const CardMenu = lazy(() => import('./card-menu.tsx').then((module) => ({ default: module.CardMenu })))

/** In px: the gap to the next card. */
const cardGap = 8

interface BoardCardProps {
  card: Card
  columnId: string
  columnName: string
  /** The only card of its column in the tab order; arrow keys reach the others. */
  tabStop: boolean
  active: boolean
  selected: boolean
  carried: boolean
  /** Its record is open. */
  opened: boolean
}

/** The drag preview: the card, tilted, with the number of cards. */
interface DragPreviewProps {
  card: Card
  count: number
  column: string | null
  height: number
}

function DragPreview({ card, count, column, height }: DragPreviewProps) {
  const name = <span className={classes.open}>{card.candidate.name}</span>
  return (
    <div className={classes.preview} style={{ height }}>
      <div className={classes.card} style={{ height }}>
        <CardFace card={card} name={name} column={column} />
      </div>
      {count > 1 && <span className={classes.count}>{count}</span>}
    </div>
  )
}

/** Makes the card draggable, and a drop target for cards beside it. */
function useCardDrag(card: Card, columnId: string, columnName: string) {
  const { kind, can, rowHeight, actions } = useBoardContext()
  const element = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState(false)
  const [preview, setPreview] = useState<{ container: HTMLElement; count: number } | null>(null)
  const movable = can.move && card.can.move

  useEffect(() => {
    const own = element.current
    const row = own?.parentElement
    if (!own || !row) return
    return combine(
      draggable({
        element: own,
        canDrag: () => movable,
        getInitialData: () => toDragData(actions.takenWith(card)),
        onGenerateDragPreview: ({ nativeSetDragImage, location, source }) =>
          setCustomNativeDragPreview({
            nativeSetDragImage,
            getOffset: preserveOffsetOnSource({ element: own, input: location.current.input }),
            render: ({ container }) => {
              setPreview({ container, count: (source.data.cards as Card[]).length })
              return () => setPreview(null)
            },
          }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      // The row includes the gap to the next card; otherwise the drop line would flicker between two cards.
      dropTargetForElements({
        element: row,
        getData: ({ input, element: over }) =>
          attachClosestEdge(
            { columnId, cardId: card.id },
            { input, element: over, allowedEdges: ['top', 'bottom'] },
          ),
      }),
    )
  }, [card, columnId, movable, actions])

  const shownPreview =
    preview &&
    createPortal(
      <DragPreview
        card={card}
        count={preview.count}
        column={kind === 'pipeline' ? columnName : null}
        height={rowHeight - cardGap}
      />,
      preview.container,
    )
  return { element, dragged, movable, preview: shownPreview }
}

function MenuButton({ card, columnId, active }: Pick<BoardCardProps, 'card' | 'columnId' | 'active'>) {
  const { name } = card.candidate
  // Undefined until first opened, which loads the code of the menu.
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  const button = (
    <button
      ref={target}
      type="button"
      className={classes.menu}
      data-menu
      aria-label={t`Actions for ${name}`}
      aria-haspopup="menu"
      tabIndex={active ? 0 : -1}
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      <IconDots size={16} stroke={1.6} aria-hidden />
    </button>
  )
  if (opened === undefined) return button
  return (
    <Suspense fallback={button}>
      <CardMenu card={card} columnId={columnId} opened={opened} onChange={setOpened} target={target}>
        {button}
      </CardMenu>
    </Suspense>
  )
}

/** An application on the board: a link that can be dragged, moved by keyboard, and selected. */
export const BoardCard = memo(function BoardCard({
  card,
  columnId,
  columnName,
  tabStop,
  active,
  selected,
  carried,
  opened,
}: BoardCardProps) {
  const { kind, actions } = useBoardContext()
  const { element, dragged, movable, preview } = useCardDrag(card, columnId, columnName)
  useLayoutEffect(() => {
    if (element.current) slideIn(element.current, card.id)
  }, [element, card.id])

  function click(event: MouseEvent) {
    if ((event.target as Element).closest('[data-menu], [data-call]')) return
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault()
      actions.toggle(card.id, event.shiftKey)
    } else if ((event.target as Element).closest('a') && actions.open(card.id)) event.preventDefault()
  }

  const name = (
    <Link
      to="/applications/$id"
      params={{ id: card.id }}
      className={classes.open}
      draggable={false}
      preload={false}
      tabIndex={tabStop ? 0 : -1}
      aria-describedby="board-keys"
    >
      {card.candidate.name}
    </Link>
  )
  return (
    <div
      ref={element}
      className={classes.card}
      data-card={card.id}
      data-movable={movable || undefined}
      data-selected={selected || undefined}
      data-carried={carried || undefined}
      data-dragged={dragged || undefined}
      data-opened={opened || undefined}
      onClickCapture={click}
    >
      <CardFace card={card} name={name} column={kind === 'pipeline' ? columnName : null} />
      <CallButton callee={card} className={classes.call} tabIndex={active ? 0 : -1} />
      <MenuButton card={card} columnId={columnId} active={active} />
      {preview}
    </div>
  )
})
