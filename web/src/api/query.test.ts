import { listCompanies } from '@muster/contract/companies.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeTokens } from '../session/stored-session.ts'
import { answerRequests } from '../testing/answer-requests.ts'
import { ApiError } from './api-error.ts'
import { endpointInfiniteQuery, patchRow, queryClient } from './query.ts'

const failed = (status: number, retryAfter: number | null = null) =>
  new ApiError('UNAVAILABLE', 'Failed', { status, retryAfter })

beforeEach(() => {
  localStorage.clear()
  storeTokens({ access_token: 'mine', refresh_token: 'r1' })
})

afterEach(() => queryClient.clear())

describe('a failed read', () => {
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries as {
    retry: (failures: number, error: Error) => boolean
    retryDelay: (failures: number, error: Error) => number
  }

  it.each<[string, Error, boolean]>([
    ['without a connection', failed(0), true],
    ['while the server restarts', failed(503), true],
    ['that was refused', failed(403), false],
    ['for what is gone', failed(404), false],
    ['of a broken server', failed(500), false],
    ['by a bug of a screen', new TypeError('x is undefined'), false],
  ])('%s is repeated twice, or shown at once', (_, error, repeats) => {
    expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([repeats, repeats, false])
  })

  it('waits as long as the server says, else a little longer each time', () => {
    expect(retryDelay(0, failed(503, 7))).toBe(7_000)
    expect([0, 1].map((failures) => retryDelay(failures, failed(0)))).toEqual([500, 1_000])
  })
})

it('a change without a connection fails at once instead of waiting unseen', () => {
  expect(queryClient.getDefaultOptions().mutations).toMatchObject({ retry: false, networkMode: 'always' })
})

it('a list is read without a cursor first, then from the cursor of its last page, to its end', async () => {
  const asked = answerRequests(({ query }) => ({
    items: [],
    nextCursor: query.has('cursor') ? null : 'second',
    total: { value: 0, atLeast: false },
  }))
  const list = endpointInfiniteQuery(listCompanies, { query: { q: 'ana' } })
  await queryClient.fetchInfiniteQuery({ ...list, pages: 5 })
  expect(asked.map(({ query }) => query.toString())).toEqual(['q=ana', 'q=ana&cursor=second'])
})

describe('a row that is changed before the server has answered', () => {
  const companies = (...names: string[]) => ({ items: names.map((name) => ({ id: name, name, notes: '' })) })

  it('is changed in every list, page and filter, and shows the old value again when it is refused', () => {
    const before = new Map<string, unknown>([
      ['plain', companies('ana', 'ben')],
      ['paged', { pages: [companies('cem'), companies('ana')], pageParams: [null, 'second'] }],
    ])
    for (const [key, data] of before) queryClient.setQueryData([listCompanies.name, key], data)
    queryClient.setQueryData(['listAgents', 'plain'], companies('ana'))
    const undo = patchRow(listCompanies, 'ana', { notes: 'new' })
    const notes = (key: string) =>
      JSON.stringify(queryClient.getQueryData([listCompanies.name, key])).match(/"notes":"\w*"/g)
    expect(notes('plain')).toEqual(['"notes":"new"', '"notes":""'])
    expect(notes('paged')).toEqual(['"notes":""', '"notes":"new"'])
    expect(queryClient.getQueryData(['listAgents', 'plain'])).toEqual(companies('ana'))
    undo()
    for (const [key, data] of before)
      expect(queryClient.getQueryData([listCompanies.name, key])).toEqual(data)
  })
})
