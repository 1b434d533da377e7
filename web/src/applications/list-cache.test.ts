import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeTokens } from '../session/stored-session.ts'
import { answerRequests, refusal } from '../testing/answer-requests.ts'
import { invalidateOtherLists, patchApplications, refreshRows } from './list-cache.ts'
import { applicationListQuery, type ListPages } from './list-query.ts'

const query = { open: 'true' } as const
const keyOf = (of: object) => applicationListQuery(of).queryKey

const row = (id: string, source = 'Fair') => ({ id, source })

function load(of: object, ...pages: { id: string }[][]) {
  queryClient.setQueryData(keyOf(of), {
    pages: pages.map((items) => ({ items, nextCursor: null, total: { value: 9, atLeast: false } })),
    pageParams: pages.map(() => null),
  } as never)
}

const rowsOf = (of: object) =>
  queryClient
    .getQueryData<ListPages>(keyOf(of))!
    .pages.map(({ items }) => items.map(({ id, source }) => `${id} ${source}`))

const totalsOf = (of: object) =>
  queryClient.getQueryData<ListPages>(keyOf(of))!.pages.map(({ total }) => total?.value)

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  storeTokens({ access_token: 'a', refresh_token: 'r' })
})

describe('a change of rows', () => {
  it('is seen in every loaded list at once, and rolls back', () => {
    load(query, [row('1'), row('2')], [row('3')])
    load({ late: 'true' }, [row('3')])
    const rollBack = patchApplications(new Set(['1', '3']), () => ({ source: 'Referral' }))
    expect(rowsOf(query)).toEqual([['1 Referral', '2 Fair'], ['3 Referral']])
    expect(rowsOf({ late: 'true' })).toEqual([['3 Referral']])
    rollBack()
    expect(rowsOf(query)).toEqual([['1 Fair', '2 Fair'], ['3 Fair']])
    expect(rowsOf({ late: 'true' })).toEqual([['3 Fair']])
  })

  it('leaves pages without the rows as the same objects', () => {
    load(query, [row('1')], [row('2')])
    const before = queryClient.getQueryData<ListPages>(keyOf(query))!
    patchApplications(new Set(['2']), () => ({ source: 'Referral' }))
    const after = queryClient.getQueryData<ListPages>(keyOf(query))!
    expect(after.pages[0]).toBe(before.pages[0])
    expect(after.pages[1]).not.toBe(before.pages[1])
  })
})

describe('rows that are read again', () => {
  const answer = (found: string[]) =>
    answerRequests(({ query: asked }) => ({
      items: asked.has('applicationId')
        ? found.filter((id) => asked.getAll('applicationId').includes(id)).map((id) => row(id, 'Now'))
        : [],
      nextCursor: null,
      total: { value: 7, atLeast: false },
    }))

  it('change in place, go when they match no more, and are counted when they are new', async () => {
    load(query, [row('1'), row('2')], [row('3')])
    const asked = answer(['1', '8', '9'])
    expect(await refreshRows(query, ['1', '3', '8', '9'])).toBe(2)
    expect(rowsOf(query)).toEqual([['1 Now', '2 Fair'], []])
    expect(totalsOf(query)).toEqual([7, 7])
    expect(asked.every(({ query: of }) => of.get('open') === 'true')).toBe(true)
  })

  it('are asked for by the hundred', async () => {
    load(query, [row('1')])
    const ids = Array.from({ length: 201 }, (_, index) => `${index}`)
    const asked = answer(ids)
    expect(await refreshRows(query, ids)).toBe(200)
    const chunks = asked.map(({ query: of }) => of.getAll('applicationId').length)
    expect(chunks).toEqual([0, 100, 100, 1])
    expect(asked.map(({ query: of }) => of.get('limit'))).toEqual(['1', '100', '100', '100'])
  })

  it('change nothing when the list was closed meanwhile or an answer fails', async () => {
    answer(['1'])
    expect(await refreshRows(query, ['1'])).toBe(0)
    expect(queryClient.getQueryData(keyOf(query))).toBeUndefined()
    load(query, [row('1')])
    answerRequests(() => refusal(404, 'NOT_FOUND'))
    await expect(refreshRows(query, ['1'])).rejects.toMatchObject({ status: 404 })
    expect(rowsOf(query)).toEqual([['1 Fair']])
  })
})

it('lists off screen are read again when they are opened, not before', () => {
  load(query, [row('1')])
  const asked = answerRequests(() => ({ items: [], nextCursor: null, total: { value: 0, atLeast: false } }))
  invalidateOtherLists()
  expect(queryClient.getQueryState(keyOf(query))?.isInvalidated).toBe(true)
  expect(asked).toEqual([])
})
