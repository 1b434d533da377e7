import { bulkApplications } from '@muster/contract/application-selection.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import type { CustomField } from '../custom-fields/custom-field.ts'
import { storeTokens } from '../session/stored-session.ts'
import { answerRequests, refusal } from '../testing/answer-requests.ts'
import { subjectOf } from './act-on-applications.ts'
import {
  assign,
  closeAs,
  moveTo,
  remove,
  reopen,
  restore,
  setCallback,
  setField,
  tag,
} from './application-actions.ts'
import { patchApplication } from './application-cache.ts'
import { applicationQuery } from './application-query.ts'
import { applicationListQuery, type ListPages } from './list-query.ts'

const row = (id: string) => ({
  id,
  candidate: { name: `Person ${id}` },
  status: { id: 's1', name: 'New lead', type: 'lead', color: 'gray' },
  enteredStatusAt: 'before',
  dueAt: 'soon',
  callbackAt: null,
  owner: null,
  tags: ['nights', 'local'],
  customFields: { shift: 'Night', pay: 30 },
  disposition: null,
  closedAt: null,
})

const rows = [row('1'), row('2')] as never
const { queryKey } = applicationListQuery({})

function rowsNow() {
  return queryClient.getQueryData<ListPages>(queryKey)!.pages[0]!.items as unknown as ReturnType<typeof row>[]
}

/** Answers the act, and returns what was sent and the rows as they were shown meanwhile. */
function act(answer: unknown = { changed: 2, refused: [], batchId: 'b1' }) {
  const seen: { body?: { applicationIds: string[]; action: object }; rows?: ReturnType<typeof row>[] } = {}
  answerRequests(({ path, body }) => {
    if (path !== bulkApplications.path) return { items: [], nextCursor: null, total: null }
    Object.assign(seen, { body, rows: rowsNow() })
    return answer
  })
  return seen
}

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  storeTokens({ access_token: 'a', refresh_token: 'r' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  queryClient.setQueryData(queryKey, {
    pages: [{ items: [row('1'), row('2'), row('3')], nextCursor: null, total: null }],
    pageParams: [null],
  } as never)
})

describe('an act on applications', () => {
  it('is sent for these, shown at once, and leaves the other rows', async () => {
    const seen = act()
    expect(await assign(rows, { id: 'u1', name: 'Ida' })).toMatchObject({ changed: 2, batchId: 'b1' })
    expect(seen.body).toEqual({ applicationIds: ['1', '2'], action: { kind: 'assign', ownerId: 'u1' } })
    expect(seen.rows!.map(({ owner }) => owner)).toEqual([
      { id: 'u1', name: 'Ida' },
      { id: 'u1', name: 'Ida' },
      null,
    ])
    expect(rowsNow()[0]!.owner).toEqual({ id: 'u1', name: 'Ida' })
  })

  it('is taken back in the list when it is refused as a whole', async () => {
    const seen = act(refusal(403, 'FORBIDDEN'))
    expect(await assign(rows, { id: 'u1', name: 'Ida' })).toBeNull()
    expect(seen.rows![0]!.owner).toEqual({ id: 'u1', name: 'Ida' })
    expect(rowsNow().map(({ owner }) => owner)).toEqual([null, null, null])
  })

  it('moves to a status of one position, or to the type in each', async () => {
    const target = { name: 'Offer', type: 'offer', color: 'green' } as const
    let seen = act()
    await moveTo(rows, { ...target, statusId: 's5' } as never)
    expect(seen.body!.action).toEqual({ kind: 'move', toStatusId: 's5' })
    expect(seen.rows![0]).toMatchObject({ status: { id: 's5', name: 'Offer', type: 'offer' }, dueAt: null })
    expect(seen.rows![0]!.enteredStatusAt).not.toBe('before')
    seen = act()
    await moveTo(rows, { ...target, type: 'interview', statusId: null } as never)
    expect(seen.body!.action).toEqual({ kind: 'move', toStatusType: 'interview' })
    expect(seen.rows![0]!.status).toMatchObject({ type: 'interview' })
  })

  it('leaves the time in status of those who are there already', async () => {
    for (const target of [
      { statusId: 's1', type: 'lead' },
      { statusId: null, type: 'lead' },
    ]) {
      const seen = act({ changed: 0, refused: [], batchId: null })
      await moveTo(rows, { name: 'New lead', color: 'gray', ...target } as never)
      expect(seen.rows![0]).toMatchObject({ enteredStatusAt: 'before', dueAt: 'soon' })
    }
  })

  it('closes with its disposition, and nothing is due any more', async () => {
    const seen = act()
    await closeAs(rows, { disposition: 'unreachable', reasonId: 'r1', note: 'Wrong number' } as never)
    expect(seen.body!.action).toEqual({
      kind: 'close',
      disposition: 'unreachable',
      reasonId: 'r1',
      note: 'Wrong number',
    })
    expect(seen.rows![0]).toMatchObject({ disposition: { kind: 'unreachable' }, dueAt: null })
    expect(seen.rows![0]!.closedAt).not.toBeNull()
  })

  it('schedules a callback and removes it', async () => {
    let seen = act()
    await setCallback(rows, '2026-12-01T09:00:00Z')
    expect(seen.body!.action).toEqual({ kind: 'callback', callbackAt: '2026-12-01T09:00:00Z' })
    expect(seen.rows![0]!.callbackAt).toBe('2026-12-01T09:00:00Z')
    seen = act()
    await setCallback(rows, null)
    expect(seen.body!.action).toEqual({ kind: 'callback', callbackAt: null })
    expect(seen.rows![0]!.callbackAt).toBeNull()
  })

  it('takes the owner away', async () => {
    const seen = act()
    await assign(rows, null)
    expect(seen.body!.action).toEqual({ kind: 'assign', ownerId: null })
  })

  it('adds tags and removes others, none twice', async () => {
    const seen = act()
    await tag(rows, ['nights', 'forklift'], ['local'])
    expect(seen.body!.action).toEqual({ kind: 'tag', add: ['nights', 'forklift'], remove: ['local'] })
    expect(seen.rows![0]!.tags).toEqual(['nights', 'forklift'])
  })

  it('sets a custom field, or empties it and leaves the others', async () => {
    const shift = {
      id: 'f1',
      key: 'shift',
      label: 'Shift',
      type: 'text',
      options: [],
    } as never as CustomField
    let seen = act()
    await setField(rows, shift, 'Day' as never)
    expect(seen.body!.action).toEqual({ kind: 'setFields', customFields: { shift: 'Day' } })
    expect(seen.rows![0]!.customFields).toEqual({ shift: 'Day', pay: 30 })
    seen = act()
    await setField(rows, shift, '' as never)
    expect(seen.body!.action).toEqual({ kind: 'setFields', customFields: { shift: null } })
    expect(seen.rows![0]!.customFields).toEqual({ pay: 30 })
  })

  it('deletes, restores and reopens, and the rows wait for the answer', async () => {
    for (const [work, kind] of [
      [remove, 'delete'],
      [restore, 'restore'],
      [reopen, 'reopen'],
    ] as const) {
      const seen = act()
      await work(rows)
      expect(seen.body!.action).toEqual({ kind })
      expect(seen.rows!.slice(0, 2)).toEqual([row('1'), row('2')])
    }
  })
})

it('one application is called by its person, several are counted', () => {
  const [first] = rows as never as { id: string; candidate: { name: string } }[]
  expect(subjectOf([first!])).toBe('Person 1')
  expect(subjectOf([{ id: '1', candidate: { name: '' } }])).toBe('1 application')
  expect(subjectOf(rows)).toBe('2 applications')
})

it('a change on the page of an application rolls back its own fields only', () => {
  const key = applicationQuery('1').queryKey
  queryClient.setQueryData(key, { id: '1', source: 'Fair', tags: ['a'] } as never)
  const rollBack = patchApplication('1', { source: 'Referral' } as never)
  expect(queryClient.getQueryData(key)).toMatchObject({ source: 'Referral', tags: ['a'] })
  queryClient.setQueryData(key, (now: object | undefined) => ({ ...now, tags: ['b'] }) as never)
  rollBack()
  expect(queryClient.getQueryData(key)).toMatchObject({ source: 'Fair', tags: ['b'] })
  expect(() => patchApplication('unknown', { source: 'Fair' } as never)()).not.toThrow()
  expect(queryClient.getQueryData(applicationQuery('unknown').queryKey)).toBeUndefined()
})
