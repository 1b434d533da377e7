import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { describe, expect, it } from 'vitest'
import {
  applyMove,
  type Board,
  type Card,
  cardsOf,
  isNoOp,
  type Lane,
  settleMove,
  wholeColumnsOf,
} from './board-moves.ts'
import { toQuery } from './board-search.ts'
import { draggedCards, dropPlaceOf, toDragData } from './dragged-cards.ts'
import { laneAt, laneHeaderHeight, layOutLanes, sizeOfLanes } from './lane-rows.ts'
import { moveText } from './move-text.ts'

const at = '2026-03-02T10:00:00.000Z'
const anna: Lane = { id: 'anna', name: 'Anna', group: 'owner' }
const nobody: Lane = { id: 'none', name: null, group: 'owner' }
const acme: Lane = { id: 'acme', name: 'Acme', group: 'company' }

const card = (id: string, owner: { id: string; name: string } | null = null) =>
  ({ id, owner, candidate: { name: `Person ${id}` }, status: { id: 's1' }, version: 1 }) as never as Card

const part = (stage: string, lane: Lane, cards: string, more: object = {}) => ({
  id: `${stage} ${lane.id}`,
  columnId: stage,
  lane,
  name: stage,
  type: 'lead',
  slaDays: null,
  cards: [...cards].map((id) => card(id, lane === anna ? { id: 'anna', name: 'Anna' } : null)),
  nextCursor: null,
  total: { value: cards.length, atLeast: false },
  ...more,
})

const boardOf = (columns: object[], more: object = {}) =>
  ({ id: 'b', kind: 'position', hired: null, columns, ...more }) as never as Board

const board = boardOf([
  part('s1', anna, 'ab'),
  part('s2', anna, ''),
  part('s1', nobody, 'c'),
  part('s2', nobody, ''),
])
const moved = (names: string, toColumnId: string, on = board) =>
  applyMove(on, { cards: cardsOf(on, new Set(names)), toColumnId, slot: {}, at })
const cardIn = (on: Board, columnId: string) => on.columns.find(({ id }) => id === columnId)?.cards[0]

describe('a card that is moved to the lane of an owner', () => {
  it('gets the owner, and keeps its age in the same status', () => {
    const after = cardIn(moved('c', 's1 anna'), 's1 anna')
    expect(after).toMatchObject({ id: 'c', owner: { id: 'anna', name: 'Anna' } })
    expect(after?.enteredStatusAt).toBeUndefined()
    expect(cardIn(moved('c', 's2 anna'), 's2 anna')).toMatchObject({ enteredStatusAt: at })
  })

  it('of nobody loses its owner', () => {
    expect(cardIn(moved('a', 's1 none'), 's1 none')?.owner).toBeNull()
  })

  it('keeps its owner in the lane of a company', () => {
    const byCompany = boardOf([part('s1', anna, 'a'), part('s2', acme, '')])
    expect(cardIn(moved('a', 's2 acme', byCompany), 's2 acme')?.owner).toMatchObject({ id: 'anna' })
  })
})

describe('a total that is only a minimum', () => {
  it('stays as it is when cards come and go', () => {
    const capped = { total: { value: 1000, atLeast: true } }
    const many = boardOf([part('s1', acme, 'ab', capped), part('s2', acme, '', capped)])
    expect(moved('a', 's2 acme', many).columns.map(({ total }) => total.value)).toEqual([1000, 1000])
  })

  it('of a whole column is not replaced by that of its lanes', () => {
    const head = { id: 's1', cards: [], total: { value: 1000, atLeast: true } }
    const [capped] = wholeColumnsOf({ ...board, wholeColumns: [head] } as never)
    expect([capped!.total.value, capped!.cards.length]).toEqual([1000, 3])
    const exact = { ...head, total: { value: 9, atLeast: false } }
    expect(wholeColumnsOf({ ...board, wholeColumns: [exact] } as never)[0]!.total.value).toBe(3)
  })
})

describe('a card that reaches a status', () => {
  it('is due by its limit of days, but not once it has ended', () => {
    const limited = (type: string) => part('s2', acme, '', { type, slaDays: 2 })
    const due = (type: string) =>
      cardIn(moved('a', 's2 acme', boardOf([part('s1', acme, 'a'), limited(type)])), 's2 acme')?.dueAt
    expect(['lead', 'hired', 'closed'].map(due)).toEqual(['2026-03-04T10:00:00.000Z', null, null])
  })

  it('has the place, the version and the status that the server stored', () => {
    const move = { cards: cardsOf(board, new Set('a')), toColumnId: 's2 anna', slot: {}, at }
    const place = {
      applicationId: 'a',
      rank: 'm',
      enteredStatusAt: at,
      dueAt: null,
      version: 7,
      statusId: 's9',
    }
    expect(cardIn(settleMove(board, move, [place as never]), 's2 anna')).toMatchObject({
      rank: 'm',
      version: 7,
      status: { id: 's9' },
    })
  })
})

describe('a drop within a column', () => {
  it('changes nothing on the board of a pipeline, whose columns have no order', () => {
    const move = { cards: cardsOf(board, new Set('b')), toColumnId: 's1 anna', slot: {}, at }
    expect(isNoOp(board, move)).toBe(false)
    expect(isNoOp({ ...board, kind: 'pipeline' }, move)).toBe(true)
  })

  it('is at the edge of the card under the pointer', () => {
    const cards = [card('a'), card('b')]
    const over = (edge: 'top' | 'bottom') =>
      attachClosestEdge(
        { cardId: 'b' },
        {
          element: { getBoundingClientRect: () => ({ top: 0, bottom: 10, left: 0, right: 10 }) } as never,
          input: { clientX: 5, clientY: edge === 'top' ? 1 : 9 } as never,
          allowedEdges: ['top', 'bottom'],
        },
      )
    const place = (...data: object[]) =>
      dropPlaceOf(data.map((each) => ({ data: each })) as never, () => cards)
    expect(place(over('top'), { columnId: 's1' })).toEqual({ columnId: 's1', index: 1 })
    expect(place(over('bottom'), { columnId: 's1' })).toEqual({ columnId: 's1', index: 2 })
    expect(place({ columnId: 's1' })).toEqual({ columnId: 's1', index: 2 })
    expect(place({ cardId: 'gone' }, { columnId: 's1' })).toEqual({ columnId: 's1', index: 2 })
    expect(place({ cardId: 'a' })).toBeNull()
    expect([draggedCards(toDragData(cards)).length, draggedCards({}).length]).toEqual([2, 0])
  })
})

describe('the text of a move', () => {
  const text = (names: string, toColumnId: string, on = board) =>
    moveText(on, [{ cards: cardsOf(on, new Set(names)), toColumnId, slot: {}, at }])

  it.each([
    ['a', 's2 anna', 'Moved Person a to s2'],
    ['ab', 's2 anna', 'Moved 2 applications to s2'],
    ['a', 's1 anna', 'Moved Person a within s1'],
    ['c', 's1 anna', 'Assigned Person c to Anna'],
    ['c', 's2 anna', 'Moved Person c to s2 and assigned to Anna'],
    ['a', 's1 none', 'Unassigned Person a'],
    ['a', 's2 none', 'Moved Person a to s2 and removed the owner'],
  ])('of %s to %s is "%s"', (names, toColumnId, expected) => {
    expect(text(names, toColumnId)).toBe(expected)
  })

  it('of an undo over several columns names no owner', () => {
    const moves = ['s2 anna', 's2 none'].map((toColumnId) => ({
      ...{ cards: cardsOf(board, new Set('c')), toColumnId, slot: {}, at },
    }))
    expect(moveText(board, moves)).toBe('Moved 2 applications to s2')
    expect(text('c', 'gone')).toBe('')
  })
})

describe('lanes', () => {
  const unread = { cards: [], unread: true }
  const lanes = [anna, nobody, acme]
  const laid = (folded: string[] = [], foldedParts: string[] = []) =>
    layOutLanes(
      boardOf(
        [
          part('s1', anna, 'abc'),
          part('s2', anna, 'd', { nextCursor: '1' }),
          part('s1', nobody, '', { ...unread, total: { value: 30, atLeast: false } }),
          part('s1', acme, ''),
        ],
        { lanes },
      ),
      ({ id }) => folded.includes(id),
      ({ id }) => foldedParts.includes(id),
      100,
    )

  it('are as high as their longest column that is not folded, one row at least', () => {
    expect(laid().map(({ rows }) => rows)).toEqual([3, 26, 1])
    expect(laid(['anna']).map(({ rows }) => rows)).toEqual([0, 26, 1])
    expect(laid([], ['s1 anna']).map(({ rows }) => rows)).toEqual([2, 26, 1])
  })

  it('lie below one another', () => {
    const tops = laid().map(({ top, index }) => [top, index])
    expect(tops).toEqual([
      [0, 0],
      [laneHeaderHeight + 300, 4],
      [2 * laneHeaderHeight + 2900, 31],
    ])
    expect(sizeOfLanes(laid(), 100)).toEqual({ height: 3 * laneHeaderHeight + 3000, items: 33 })
    expect(sizeOfLanes([], 100)).toEqual({ height: 0, items: 0 })
  })

  it('are found by a header or a row', () => {
    expect([0, 3, 4, 30, 31, 99].map((item) => laneAt(laid(), item)?.lane.id)).toEqual([
      ...['anna', 'anna', 'none', 'none', 'acme', 'acme'],
    ])
  })
})

describe('the query of a board', () => {
  it('has its filters, without the open record and the grouping', () => {
    expect(toQuery({ group: 'owner', card: 'x', late: true, callbackDue: true, q: 'ana' })).toEqual({
      q: 'ana',
      late: 'true',
      callbackDue: 'true',
    })
    expect(toQuery({ neverContacted: true })).toEqual({ neverContacted: 'true' })
  })

  it('of a lane is its owner or its company instead of the one filtered by', () => {
    expect(toQuery({ ownerId: ['me', 'x'] }, anna)).toEqual({ ownerId: ['anna'] })
    expect(toQuery({ ownerId: ['me'] }, acme)).toEqual({ ownerId: ['me'], companyId: ['acme'] })
  })
})
