import { useWindowEvent } from '@mantine/hooks'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Board, type BoardColumn, type Card, type Move, slotAt } from './board-moves.ts'

/** Cards picked up with the keyboard: where they would land if dropped now. */
interface Carry {
  cards: readonly Card[]
  columnId: string
  /** Among the column's cards that are not carried. */
  index: number
}

interface Options {
  /** The board without what is carried. */
  board: Board
  isFolded: (columnId: string) => boolean
  takenWith: (card: Card) => readonly Card[]
  whyNotInto: (column: BoardColumn, cards: readonly Card[]) => string | null
  onToggle: (cardId: string, range: boolean) => void
  onClear: () => void
  onDrop: (cards: readonly Card[], columnId: string, index: number) => void
}

function namesOf(cards: readonly Card[]): string {
  return cards.length === 1 ? cards[0]!.candidate.name : `${cards.length} cards`
}

function placeText(column: BoardColumn, index: number, cards: readonly Card[]): string {
  const entering = cards.filter(({ id }) => !column.cards.some((card) => card.id === id)).length
  const of = column.total.atLeast ? '' : ` of ${column.total.value + entering}`
  return `${column.name}, ${index + 1}${of}`
}

export function toCarryMove(board: Board, carry: Carry, at: string): Move {
  const moving = new Set(carry.cards.map((card) => card.id))
  const column = board.columns.find(({ id }) => id === carry.columnId)
  const rest = (column?.cards ?? []).filter((card) => !moving.has(card.id))
  return { cards: carry.cards, toColumnId: carry.columnId, slot: slotAt(rest, carry.index, moving), at }
}

const steps: Record<string, { columns: number; cards: number }> = {
  ArrowUp: { columns: 0, cards: -1 },
  ArrowDown: { columns: 0, cards: 1 },
  ArrowLeft: { columns: -1, cards: 0 },
  ArrowRight: { columns: 1, cards: 0 },
  Home: { columns: 0, cards: Number.NEGATIVE_INFINITY },
  End: { columns: 0, cards: Number.POSITIVE_INFINITY },
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}

/**
 * The board by keyboard. Arrows go from card to card; Space picks up, arrows then move what is in hand, Space or
 * Enter drops it and Escape lets it back. What happens is said in `said`, for a live region.
 */
export function useBoardKeys(options: Options) {
  const { board, isFolded, takenWith, whyNotInto, onToggle, onClear, onDrop } = options
  const root = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [carry, setCarry] = useState<Carry | null>(null)
  const [said, setSaid] = useState('')
  const [focusRequest, setFocusRequest] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, not each change of the card
  useLayoutEffect(() => {
    if (focusRequest === 0) return
    const card = root.current?.querySelector<HTMLElement>(`[data-card="${activeId}"]`)
    card?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    card?.querySelector('a')?.focus({ preventScroll: true })
  }, [focusRequest])

  // Whoever takes the mouse has let go.
  useWindowEvent('pointerdown', () => setCarry(null))

  function focus(cardId: string) {
    setActiveId(cardId)
    setFocusRequest((now) => now + 1)
  }

  function go(step: { columns: number; cards: number }, from: BoardColumn, index: number) {
    if (step.cards !== 0) {
      const card = from.cards[clamp(index + step.cards, from.cards.length - 1)]
      if (card) focus(card.id)
      return
    }
    const open = board.columns.filter(
      ({ id, cards }) => id === from.id || (!isFolded(id) && cards.length > 0),
    )
    const column = open[open.findIndex(({ id }) => id === from.id) + step.columns]
    const card = column?.cards[clamp(index, column.cards.length - 1)]
    if (card) focus(card.id)
  }

  function pickUp(card: Card, column: BoardColumn, index: number) {
    if (!board.can.move || !card.can.move) return setSaid('You may not move this application')
    const cards = takenWith(card)
    const moving = new Set(cards.map(({ id }) => id))
    const before = column.cards.slice(0, index).filter(({ id }) => !moving.has(id)).length
    setCarry({ cards, columnId: column.id, index: before })
    focus(card.id)
    setSaid(
      `Picked up ${namesOf(cards)}, ${placeText(column, before, cards)}. Arrows move, Space drops, Escape cancels.`,
    )
  }

  function carryOn(step: { columns: number; cards: number }, now: Carry) {
    const moving = new Set(now.cards.map(({ id }) => id))
    const restOf = (column: BoardColumn) => column.cards.filter(({ id }) => !moving.has(id)).length
    const open = board.columns.filter((each) => each.id === now.columnId || !whyNotInto(each, now.cards))
    const at = open.findIndex(({ id }) => id === now.columnId)
    const column = open[clamp(at + step.columns, open.length - 1)]
    if (!column) return
    const index = board.kind === 'pipeline' ? 0 : clamp(now.index + step.cards, restOf(column))
    setCarry({ ...now, columnId: column.id, index })
    setFocusRequest((count) => count + 1)
    setSaid(placeText(column, index, now.cards))
  }

  function drop(now: Carry) {
    const column = board.columns.find(({ id }) => id === now.columnId)
    setCarry(null)
    setFocusRequest((count) => count + 1)
    if (column) setSaid(`Dropped ${namesOf(now.cards)} in ${placeText(column, now.index, now.cards)}`)
    onDrop(now.cards, now.columnId, now.index)
  }

  function cancel(now: Carry) {
    setCarry(null)
    setFocusRequest((count) => count + 1)
    setSaid(`Cancelled, ${namesOf(now.cards)} stays`)
  }

  function carryKey(event: KeyboardEvent, now: Carry) {
    const step = steps[event.key]
    if (step) carryOn(step, now)
    else if (event.key === ' ' || event.key === 'Enter') drop(now)
    else if (event.key === 'Escape') cancel(now)
    else if (event.key !== 'Tab') return
    // Tab too: what is in hand is dropped or let back first.
    event.preventDefault()
  }

  function cardKey(event: KeyboardEvent, cardId: string) {
    const column = board.columns.find(({ cards }) => cards.some(({ id }) => id === cardId))
    const index = column?.cards.findIndex(({ id }) => id === cardId) ?? -1
    const card = column?.cards[index]
    if (!column || !card) return
    const step = steps[event.key]
    if (step) go(step, column, index)
    else if (event.key === ' ') pickUp(card, column, index)
    else if (event.key.toLowerCase() === 'x') onToggle(cardId, event.shiftKey)
    else if (event.key === 's') openMenu(cardId)
    else if (event.key === 'Escape') onClear()
    else return
    event.preventDefault()
  }

  function openMenu(cardId: string) {
    root.current?.querySelector<HTMLElement>(`[data-card="${cardId}"] [data-menu]`)?.click()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (carry) return carryKey(event, carry)
    const link = (event.target as Element).closest('a')
    const cardId = link?.closest('[data-card]')?.getAttribute('data-card')
    if (cardId) cardKey(event, cardId)
  }

  function onFocus(event: { target: EventTarget }) {
    const cardId = (event.target as Element).closest('[data-card]')?.getAttribute('data-card')
    if (cardId) setActiveId(cardId)
  }

  return { root, activeId, focus, carry, said, say: setSaid, handlers: { onKeyDown, onFocus } }
}
