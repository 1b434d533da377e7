import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { bulkApplications } from '@muster/contract/application-selection.ts'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

/** The sentence of the last toast, whose module is loaded with the first one. */
async function said(): Promise<string> {
  return vi.waitFor(() => {
    const { notifications, queue } = notificationsStore.getState()
    const { message } = [...notifications, ...queue].at(-1)!
    return [(message as ReactElement<{ children: unknown[] }>).props.children].flat(2)[0] as string
  }, 30_000)
}

afterEach(() => {
  vi.restoreAllMocks()
})

beforeEach(() => {
  cleanNotifications()
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
    expect(await said()).toBe('Assigned 2 applications to Ida')
  })

  it('says whom it was about when it is one', async () => {
    const one = [row('1')] as never
    const once = { changed: 1, refused: [], batchId: 'b1' }
    for (const [work, sentence] of [
      [() => assign(one, { id: 'u1', name: 'Ida' }), 'Assigned Person 1 to Ida'],
      [() => assign(one, null), 'Unassigned Person 1'],
      [() => setCallback(one, null), 'Removed the callback for Person 1'],
      [() => setCallback(one, '2026-12-01T09:00:00Z'), /^Callback for Person 1: \S/],
      [() => tag(one, ['a'], []), 'Updated tags for Person 1'],
      [() => remove(one), 'Deleted Person 1'],
    ] as const) {
      cleanNotifications()
      act(once)
      await work()
      expect(await said()).toMatch(sentence)
    }
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
    expect(await said()).toBe('Moved 2 applications to Offer')
    seen = act()
    await moveTo(rows, { ...target, type: 'interview', statusId: null } as never)
    expect(seen.body!.action).toEqual({ kind: 'move', toStatusType: 'interview' })
    expect(seen.rows![0]!.status).toMatchObject({ id: 's5', type: 'interview' })
  })

  it('leaves the time in status of those who are there already', async () => {
    // Another status of the same type is a move.
    const moved = act()
    await moveTo(rows, { name: 'Second look', color: 'gray', statusId: 's9', type: 'lead' } as never)
    expect(moved.rows![0]).toMatchObject({ status: { id: 's9' }, dueAt: null })
    queryClient.setQueryData(queryKey, {
      pages: [{ items: [row('1'), row('2')], nextCursor: null, total: null }],
      pageParams: [null],
    } as never)
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
    expect(await said()).toMatch(/^Scheduled 2 callbacks: \S/)
    cleanNotifications()
    seen = act()
    await setCallback(rows, null)
    expect(seen.body!.action).toEqual({ kind: 'callback', callbackAt: null })
    expect(seen.rows![0]!.callbackAt).toBeNull()
    expect(await said()).toBe('Removed 2 callbacks')
  })

  it('takes the owner away', async () => {
    const seen = act()
    await assign(rows, null)
    expect(seen.body!.action).toEqual({ kind: 'assign', ownerId: null })
    expect(await said()).toBe('Unassigned 2 applications')
  })

  it('adds tags and removes others, none twice', async () => {
    const seen = act()
    await tag(rows, ['forklift', 'nights'], ['local'])
    expect(seen.body!.action).toEqual({ kind: 'tag', add: ['forklift', 'nights'], remove: ['local'] })
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
    expect(await said()).toBe('Shift of 2 applications: Day')
    cleanNotifications()
    seen = act()
    await setField(rows, shift, '' as never)
    expect(seen.body!.action).toEqual({ kind: 'setFields', customFields: { shift: null } })
    expect(seen.rows![0]!.customFields).toEqual({ pay: 30 })
    expect(await said()).toBe('Shift of 2 applications: empty')
    const pay = { ...shift, key: 'pay', type: 'number' } as CustomField
    seen = act()
    await setField(rows, pay, '' as never)
    expect(seen.body!.action).toEqual({ kind: 'setFields', customFields: { pay: null } })
  })

  it('says how many had the value of a field already', async () => {
    act({ changed: 1, refused: [], batchId: 'b1' })
    const shift = {
      id: 'f1',
      key: 'shift',
      label: 'Shift',
      type: 'text',
      options: [],
    } as never as CustomField
    await setField(rows, shift, 'Day' as never)
    expect(await said()).toBe('Shift of 1 application: Day. 1 had this value already')
    cleanNotifications()
    // The other one was refused, so it has another value.
    act({ changed: 1, refused: [{ applicationId: '2', message: 'Closed.', missing: [] }], batchId: 'b1' })
    await setField(rows, shift, 'Day' as never)
    expect(await said()).toBe('Shift of 1 application: Day')
    cleanNotifications()
    act({ changed: 0, refused: [], batchId: null })
    await setField(rows, shift, 'Day' as never)
    expect(await said()).toBe('Nothing to change')
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
