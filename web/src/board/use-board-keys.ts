import { plural, t } from '@lingui/core/macro'
import { useWindowEvent } from '@mantine/hooks'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Board, type BoardColumn, type Card, type Move, slotAt, stageIdOf } from './board-moves.ts'

/** Cards being moved by keyboard, and their current target. */
interface Carry {
  cards: readonly Card[]
  columnId: string
  /** Among the column's cards that are not moved. */
  index: number
}

interface Options {
  /** The board without the moved cards. */
  board: Board
  /** Returns whether its cards are hidden. */
  isFolded: (column: BoardColumn) => boolean
  takenWith: (card: Card) => readonly Card[]
  moveRefusal: (column: BoardColumn, cards: readonly Card[]) => string | null
  onToggle: (cardId: string, range: boolean) => void
  /** Undefined if nothing is selected: Escape then has another meaning. */
  onClear: (() => void) | undefined
  onDrop: (cards: readonly Card[], columnId: string, index: number) => void
}

function namesOf(cards: readonly Card[]): string {
  return cards.length === 1
    ? cards[0]!.candidate.name
    : plural(cards.length, { one: '# card', other: '# cards' })
}

/** Describes a position for screen readers: "Qualified, 2 of 5", with the lane first if there are lanes. */
function placeText(column: BoardColumn, index: number, cards: readonly Card[]): string {
  const entering = cards.filter(({ id }) => !column.cards.some((card) => card.id === id)).length
  const { name, lane, total } = column
  const place = index + 1
  const count = total.value + entering
  const within = total.atLeast ? t`${name}, card ${place}` : t`${name}, card ${place} of ${count}`
  return lane ? `${lane.name ?? t`Unassigned`}, ${within}` : within
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
 * Controls the board by keyboard. Arrow keys move the focus between cards. Space picks up the selection;
 * arrow keys then move it, Space or Enter drops it, and Escape cancels. `said` describes each step for a live
 * region.
 */
export function useBoardKeys(options: Options) {
  const { board, isFolded, takenWith, moveRefusal, onToggle, onClear, onDrop } = options
  const root = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [carry, setCarry] = useState<Carry | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [focusRequest, setFocusRequest] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each request, not for each change of the card
  useLayoutEffect(() => {
    if (focusRequest === 0) return
    const card = root.current?.querySelector<HTMLElement>(`[data-card="${activeId}"]`)
    card?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    card?.querySelector('a')?.focus({ preventScroll: true })
  }, [focusRequest])

  // A click cancels the move.
  useWindowEvent('pointerdown', () => setCarry(null))

  function focus(cardId: string) {
    setActiveId(cardId)
    setFocusRequest((now) => now + 1)
  }

  /** Returns the neighbouring columns, within the lane if there are lanes. */
  function beside(column: BoardColumn): BoardColumn[] {
    return board.columns.filter(({ lane }) => lane?.id === column.lane?.id)
  }

  /** Returns the same column in the lanes above and below. */
  function aboveAndBelow(column: BoardColumn): BoardColumn[] {
    return board.columns.filter((each) => stageIdOf(each) === stageIdOf(column))
  }

  function go(step: { columns: number; cards: number }, from: BoardColumn, index: number) {
    const canGo = (column: BoardColumn) =>
      column.id === from.id || (!isFolded(column) && column.cards.length > 0)
    if (step.cards === 0) {
      const open = beside(from).filter(canGo)
      const column = open[open.indexOf(from) + step.columns]
      const card = column?.cards[clamp(index, column.cards.length - 1)]
      if (card) focus(card.id)
      return
    }
    const stays = from.cards[index + step.cards] || !Number.isFinite(step.cards)
    const open = aboveAndBelow(from).filter(canGo)
    const next = stays ? undefined : open[open.indexOf(from) + step.cards]
    const card = next
      ? next.cards.at(step.cards > 0 ? 0 : -1)
      : from.cards[clamp(index + step.cards, from.cards.length - 1)]
    if (card) focus(card.id)
  }

  function pickUp(card: Card, column: BoardColumn, index: number) {
    if (!board.can.move || !card.can.move)
      return setAnnouncement(t`You do not have permission to move this application`)
    const cards = takenWith(card)
    const moving = new Set(cards.map(({ id }) => id))
    const before = column.cards.slice(0, index).filter(({ id }) => !moving.has(id)).length
    setCarry({ cards, columnId: column.id, index: before })
    focus(card.id)
    const names = namesOf(cards)
    const place = placeText(column, before, cards)
    setAnnouncement(
      t`Picked up ${names}, ${place}. Press the arrow keys to move, Space to drop, Escape to cancel.`,
    )
  }

  function carryOn(step: { columns: number; cards: number }, now: Carry) {
    const moving = new Set(now.cards.map(({ id }) => id))
    const restOf = (column: BoardColumn) => column.cards.filter(({ id }) => !moving.has(id)).length
    const from = board.columns.find(({ id }) => id === now.columnId)
    if (!from) return
    const mayEnter = (column: BoardColumn) => column === from || !moveRefusal(column, now.cards)
    const wanted = now.index + step.cards
    const leaves = step.cards !== 0 && Number.isFinite(step.cards) && (wanted < 0 || wanted > restOf(from))
    const open = (leaves ? aboveAndBelow(from) : beside(from)).filter(mayEnter)
    const column = open[clamp(open.indexOf(from) + (leaves ? step.cards : step.columns), open.length - 1)]
    if (!column) return
    // Enters the next lane at its near end.
    const entered = leaves && column !== from
    const place = entered ? (step.cards > 0 ? 0 : restOf(column)) : clamp(wanted, restOf(column))
    const index = board.kind === 'pipeline' ? 0 : place
    setCarry({ ...now, columnId: column.id, index })
    setFocusRequest((count) => count + 1)
    setAnnouncement(placeText(column, index, now.cards))
  }

  function drop(now: Carry) {
    const column = board.columns.find(({ id }) => id === now.columnId)
    setCarry(null)
    setFocusRequest((count) => count + 1)
    const names = namesOf(now.cards)
    const place = column && placeText(column, now.index, now.cards)
    if (place) setAnnouncement(t`Dropped ${names} in ${place}`)
    onDrop(now.cards, now.columnId, now.index)
  }

  function cancel(now: Carry) {
    setCarry(null)
    setFocusRequest((count) => count + 1)
    const names = namesOf(now.cards)
    setAnnouncement(t`Canceled. Not moved: ${names}`)
  }

  function carryKey(event: KeyboardEvent, now: Carry) {
    const step = steps[event.key]
    if (step) carryOn(step, now)
    else if (event.key === ' ' || event.key === 'Enter') drop(now)
    else if (event.key === 'Escape') cancel(now)
    else if (event.key !== 'Tab') return
    // Tab too: the move must end first.
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
    else if (event.key === 's') openMenu(cardId, 'menu')
    else if (event.key === 'l') openMenu(cardId, 'call')
    else if (event.key === 'Escape' && onClear) onClear()
    else return
    event.preventDefault()
  }

  function openMenu(cardId: string, which: 'menu' | 'call') {
    root.current?.querySelector<HTMLElement>(`[data-card="${cardId}"] [data-${which}]`)?.click()
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

  return {
    root,
    activeId,
    activate: setActiveId,
    focus,
    carry,
    announcement,
    say: setAnnouncement,
    handlers: { onKeyDown, onFocus },
  }
}
