import { plural, t } from '@lingui/core/macro'
import { type Board, type Card, type Move, ownerIn, stageIdOf } from './board-moves.ts'

/** Returns the name of a single candidate, or the number of cards. */
export function subjectOf(cards: readonly Card[]): string {
  return cards.length === 1
    ? cards[0]!.candidate.name
    : plural(cards.length, { one: '# application', other: '# applications' })
}

/** Describes completed moves in a sentence for the toast. */
export function moveText(board: Board, moves: readonly Move[]): string {
  const cards = moves.flatMap((move) => move.cards)
  const target = board.columns.find((column) => column.id === moves[0]?.toColumnId)
  if (!target) return ''
  const subject = subjectOf(cards)
  const column = target.name
  const stays = cards.every(({ id }) =>
    board.columns.some(
      (each) => stageIdOf(each) === stageIdOf(target) && each.cards.some((card) => card.id === id),
    ),
  )
  const owner = moves.length === 1 ? ownerIn(target) : undefined
  if (owner === undefined || cards.every((card) => card.owner?.id === owner?.id)) {
    return stays ? t`Moved ${subject} within ${column}` : t`Moved ${subject} to ${column}`
  }
  const name = owner?.name ?? ''
  if (!owner) return stays ? t`Unassigned ${subject}` : t`Moved ${subject} to ${column} and removed the owner`
  return stays ? t`Assigned ${subject} to ${name}` : t`Moved ${subject} to ${column} and assigned to ${name}`
}
