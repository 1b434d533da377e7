import { beforeEach, describe, expect, it } from 'vitest'
import { storeTokens } from '../session/stored-session.ts'
import { type Asked, answerRequests } from '../testing/answer-requests.ts'
import type { Board, BoardColumn } from './board-moves.ts'
import { readBoard, readColumn, readFurther, readLanes } from './read-board.ts'

const cardsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: `c${from + index}` }))

const column = (id: string, cards: { id: string }[], nextCursor: string | null = null, more: object = {}) =>
  ({
    id,
    name: id,
    cards,
    nextCursor,
    total: { value: cards.length, atLeast: false },
    ...more,
  }) as never as BoardColumn

/** A column of many cards, read by its cursor, the number of the next card. */
const page = ({ query }: Asked, of = 450) => {
  const from = Number(query.get('cursor') ?? 0)
  const to = Math.min(of, from + Number(query.get('limit')))
  return column('s1', cardsOf(from, to), to < of ? String(to) : null)
}

const idsOf = ({ cards }: BoardColumn) => cards.map(({ id }) => id)

beforeEach(() => {
  localStorage.clear()
  storeTokens({ access_token: 'a', refresh_token: 'r' })
})

describe('a column', () => {
  it('is read again as far as it was loaded, in pages of 200 at most', async () => {
    const asked = answerRequests((each) => page(each))
    expect(idsOf(await readColumn('b', 's1', { q: 'ana' }, 320))).toEqual(cardsOf(0, 400).map(({ id }) => id))
    expect(asked.map(({ query }) => [query.get('limit'), query.get('cursor'), query.get('q')])).toEqual([
      ['200', null, 'ana'],
      ['200', '200', 'ana'],
    ])
  })

  it('doubles with each page, in pages of 200 at most', async () => {
    const asked = answerRequests((each) => page(each))
    let read = await readColumn('b', 's1', {}, 0)
    while (read.nextCursor) read = await readFurther('b', read, {})
    expect(asked.map(({ query }) => query.get('limit'))).toEqual(['25', '25', '50', '100', '200', '200'])
    expect(idsOf(read)).toEqual(cardsOf(0, 450).map(({ id }) => id))
  })

  it('is read by 25 cards at least, and to its end at most', async () => {
    const asked = answerRequests((each) => page(each, 60))
    expect(idsOf(await readColumn('b', 's1', {}, 3))).toHaveLength(25)
    expect(asked.map(({ query }) => query.get('limit'))).toEqual(['25'])
    expect(idsOf(await readColumn('b', 's1', {}, 900))).toHaveLength(60)
  })

  it('has no card twice when one moved down between two pages', async () => {
    answerRequests(() => column('s1', [{ id: 'c2' }, { id: 'c3' }]))
    const read = await readFurther('b', column('s1', cardsOf(1, 3), '2'), {})
    expect([idsOf(read), read.nextCursor]).toEqual([['c1', 'c2', 'c3'], null])
  })

  it('of a lane is read by the owner or the company of the lane', async () => {
    const asked = answerRequests(() => column('s1', [{ id: 'c9' }]))
    for (const group of ['owner', 'company'] as const) {
      const lane = { id: 'x', name: 'X', group }
      const read = await readFurther('b', column('s1 x', cardsOf(0, 1), '1', { columnId: 's1', lane }), {})
      expect(read).toMatchObject({ id: 's1 x', columnId: 's1', lane })
      expect(idsOf(read)).toEqual(['c0', 'c9'])
    }
    expect(asked.map(({ path }) => path.includes('s1'))).toEqual([true, true])
    expect(asked.map(({ query }) => [query.get('ownerId'), query.get('companyId')])).toEqual([
      ['x', null],
      [null, 'x'],
    ])
  })
})

describe('a board', () => {
  const board = (...columns: BoardColumn[]) => ({ id: 'b', columns }) as never as Board

  it('reads further only the columns that were loaded further', async () => {
    const before = board(column('s1', cardsOf(0, 120)), column('s2', cardsOf(500, 502)))
    const asked = answerRequests((each) =>
      each.path.includes('columns') || each.path.includes('s1')
        ? page(each)
        : board(column('s1', cardsOf(0, 50), '50'), column('s2', cardsOf(500, 502), '2'), column('s3', [])),
    )
    const read = await readBoard('b', {}, before)
    expect(read.columns.map(({ cards }) => cards.length)).toEqual([120, 2, 0])
    expect(asked.map(({ query }) => query.get('limit'))).toEqual(['25', '120'])
    asked.length = 0
    await readBoard('b', {}, undefined)
    expect(asked).toHaveLength(1)
  })

  it('in lanes has the counts of each lane, and the cards of the first three', async () => {
    const lanes = ['a', 'b', 'c', 'd'].map((id, index) => ({
      id,
      name: id.toUpperCase(),
      counts: [{ columnId: 's1', count: index + 1 }],
    }))
    const asked = answerRequests(({ path, query }) => {
      if (path.includes('lanes')) return { lanes }
      const owner = query.get('ownerId')
      return board(column('s1', owner ? [{ id: `of ${owner}` }] : cardsOf(0, 1)), column('s2', []))
    })
    const read = await readBoard('b', { group: 'owner' }, undefined)
    expect(
      read.columns.map(({ id, total, cards, unread }) => [id, total.value, cards.length, unread]),
    ).toEqual([
      ['s1 a', 1, 1, undefined],
      ['s2 a', 0, 0, undefined],
      ['s1 b', 1, 1, undefined],
      ['s2 b', 0, 0, undefined],
      ['s1 c', 1, 1, undefined],
      ['s2 c', 0, 0, undefined],
      ['s1 d', 4, 0, true],
      ['s2 d', 0, 0, true],
    ])
    expect(read.lanes?.map(({ id, group }) => [id, group])).toEqual(lanes.map(({ id }) => [id, 'owner']))
    expect(asked.flatMap(({ query }) => query.get('ownerId') ?? [])).toEqual(['a', 'b', 'c'])
  })

  it('in lanes keeps the cards that it showed until their lane is read again', async () => {
    const lane = { id: 'a', name: 'A', group: 'owner' as const }
    const before = board(column('s1 a', cardsOf(0, 40), '40', { columnId: 's1', lane }))
    const asked = answerRequests(({ path }) =>
      path.includes('lanes')
        ? { lanes: [{ ...lane, counts: [{ columnId: 's1', count: 41 }] }] }
        : board(column('s1', cardsOf(0, 41))),
    )
    const read = await readBoard('b', { group: 'owner' }, before)
    expect(read.columns[0]).toMatchObject({ nextCursor: '40', total: { value: 41 }, unread: true })
    expect(idsOf(read.columns[0]!)).toHaveLength(40)
    asked.length = 0
    const now = (await readLanes(read, { group: 'owner' }, [lane]))(read)
    expect(idsOf(now.columns[0]!)).toHaveLength(41)
    expect(asked.map(({ query }) => query.get('limit'))).toEqual(['40'])
  })
})
