import { describe, expect, it } from 'vitest'
import { applyMove, type Board, type Card, isNoOp, type Move, reverseMoves, slotAt } from './board-moves.ts'

const at = '2026-03-02T10:00:00.000Z'

function card(id: string, statusId: string): Card {
  return { id, status: { id: statusId }, enteredStatusAt: '2026-03-01T10:00:00.000Z', dueAt: null } as Card
}

function column(id: string, type: string, names: string, slaDays: number | null = null) {
  const cards = [...names].map((name) => card(name, id))
  const total = { value: cards.length, atLeast: false }
  return { id, name: id, type, color: '#000000', slaDays, total, late: total, cards, nextCursor: null }
}

const board = {
  id: 'board',
  kind: 'position',
  hired: 1,
  columns: [
    column('new', 'lead', 'abcd'),
    column('met', 'contacted', 'ef', 2),
    column('hired', 'hired', 'g'),
  ],
} as unknown as Board

function move(names: string, toColumnId: string, slot: Move['slot'] = {}): Move {
  return { cards: [...names].map((name) => card(name, 'new')), toColumnId, slot, at }
}

function names(of: Board): Record<string, string> {
  return Object.fromEntries(of.columns.map(({ id, cards }) => [id, cards.map((each) => each.id).join('')]))
}

describe('applyMove', () => {
  it('puts the cards on top, after or before another, in the given order', () => {
    expect(names(applyMove(board, move('ca', 'met')))).toMatchObject({ new: 'bd', met: 'caef' })
    expect(names(applyMove(board, move('ca', 'met', { afterId: 'e' })))).toMatchObject({ met: 'ecaf' })
    expect(names(applyMove(board, move('ca', 'met', { beforeId: 'f' })))).toMatchObject({ met: 'ecaf' })
  })

  it('updates the totals and the time of entry', () => {
    const after = applyMove(board, move('a', 'met'))
    expect(after.columns.map(({ total }) => total.value)).toEqual([3, 3, 1])
    expect(after.columns[1]?.cards[0]).toMatchObject({
      status: { id: 'met', type: 'contacted' },
      enteredStatusAt: at,
      dueAt: '2026-03-04T10:00:00.000Z',
    })
  })

  it('counts hires', () => {
    expect(applyMove(board, move('ab', 'hired')).hired).toBe(3)
    expect(applyMove(board, move('g', 'met')).hired).toBe(0)
  })

  it('changes nothing when applied again', () => {
    const once = applyMove(board, move('a', 'met', { afterId: 'e' }))
    expect(
      applyMove(once, { ...move('a', 'met', { afterId: 'e' }), at: '2026-04-01T00:00:00.000Z' }),
    ).toEqual(once)
  })

  it('keeps a moved card that the board no longer has', () => {
    const without = {
      ...board,
      columns: board.columns.map((each) => ({ ...each, cards: each.cards.slice(1) })),
    }
    expect(names(applyMove(without, move('a', 'met'))).met).toBe('af')
  })
})

describe('slotAt', () => {
  it('names the nearest unmoved card above, otherwise the one below', () => {
    const cards = board.columns[0]!.cards
    expect(slotAt(cards, 2, new Set(['b']))).toEqual({ afterId: 'a' })
    expect(slotAt(cards, 0, new Set(['a']))).toEqual({ beforeId: 'b' })
    expect(slotAt([], 0, new Set())).toEqual({})
  })
})

describe('isIdle', () => {
  it('detects a drop that changes nothing', () => {
    expect(isNoOp(board, move('b', 'new', { afterId: 'a' }))).toBe(true)
    expect(isNoOp(board, move('b', 'new', { afterId: 'c' }))).toBe(false)
    expect(isNoOp(board, move('b', 'met'))).toBe(false)
  })
})

describe('movesBack', () => {
  it('returns cards of several columns to their positions', () => {
    const ids = new Set(['a', 'b', 'd', 'f'])
    const back = reverseMoves(board, ids, at)
    const moved = applyMove(board, move('fdba', 'hired', { afterId: 'g' }))
    const undone = back.reduce(applyMove, moved)
    expect(names(undone)).toEqual(names(board))
    // With the age they had.
    const ages = (of: typeof board) =>
      of.columns.flatMap(({ cards }) => cards.map((card) => card.enteredStatusAt))
    expect(ages(undone)).toEqual(ages(board))
    expect(back.map(({ slot }) => slot)).toEqual([{ beforeId: 'c' }, { afterId: 'c' }, { afterId: 'e' }])
  })
})
