import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/goals.ts'
import { dayOf } from '@muster/contract/local-days.ts'
import { deleteUser, setUserStatus } from '@muster/contract/manage-users.ts'
import { fewestToCompare } from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { deletePosition, restorePosition, updatePosition } from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { openTable } from '../imports/files/open-table.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let owner: TestUser
let recruiter: TestUser
let manager: TestUser
let coordinator: TestUser
let stranger: TestUser
let position: TestPosition
let managed: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

const grant = (user: TestUser, ...permissions: string[]) =>
  server.db.updateTable('users').set({ granted_permissions: permissions }).where('id', '=', user.id).execute()

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  manager = await server.addUser(workspaceId, 'hiring_manager')
  coordinator = await server.addUser(workspaceId, 'coordinator')
  await grant(manager, 'goals:manage')
  await grant(coordinator, 'reports:read', 'goals:manage')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  position = await addPosition(server.db, workspaceId)
  managed = await addPosition(server.db, workspaceId, { hiringManagerId: manager.id })
})

afterAll(() => server?.stop())

type Body = CallOf<typeof contract.setGoal>['body']

const set = (more: Partial<Body> = {}, as: TestUser = owner) =>
  server.call(contract.setGoal, {
    as,
    body: { positionId: position.id, measure: 'submitted', period: 'month', target: 20, ...more },
  })

const byDate = (more: Partial<Body> = {}) =>
  set({ measure: 'hired', period: 'date', target: undefined, dueOn: '2099-06-30', ...more })

async function list(query: Record<string, unknown> = {}, as: TestUser = owner) {
  const { status, body } = await server.call(contract.listGoals, { as, query: query as never })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

const listed = async (query?: Record<string, unknown>, as?: TestUser) =>
  (await list(query, as)).items.map(({ position, owner, measure, target }) => [
    (position ?? owner)!.id,
    measure,
    target,
  ])

const remove = (id: string, query: { version?: number } = {}, as: TestUser = owner) =>
  server.call(contract.deleteGoal, { as, params: { id }, query })

async function refusal(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer
  return [status, ...Object.keys((body as { details?: object | null }).details ?? {})]
}

const updatePositions = (of: TestPosition, values: object) =>
  server.db.updateTable('positions').set(values).where('id', '=', of.id).execute()

/** Names two positions so that only an order without regard to case has the managed one first. */
async function nameInOrder(): Promise<void> {
  await updatePositions(position, { name: 'Baker' })
  await updatePositions(managed, { name: 'accountant' })
}

/** Adds decided applications to a position, and people who wait in its first status. */
async function addHistory({ decided, hired, waiting }: Record<'decided' | 'hired' | 'waiting', number>) {
  const of = { workspace_id: workspaceId }
  const at = new Date(Date.now() - 86_400_000).toISOString()
  for (let place = 0; place < decided + waiting; place += 1) {
    const [candidateId, isHired] = [newId(), place < hired]
    const type = isHired ? 'hired' : place < decided ? 'closed' : 'lead'
    await server.db
      .insertInto('candidates')
      .values({ ...of, id: candidateId, name: `Person ${place}` })
      .execute()
    await server.db
      .insertInto('applications')
      .values({
        ...{ ...of, id: newId(), candidate_id: candidateId, candidate_name: `Person ${place}` },
        candidate_search: `person ${place}`,
        ...{ position_id: position.id, status_id: position.statuses[type], status_type: type },
        ...{ reached: isHired ? 6 : 0, rank: `a${String(place).padStart(4, '0')}` },
        ...(type !== 'lead' && { disposition: isHired ? 'hired' : 'withdrawn', closed_at: at }),
      })
      .execute()
  }
}

describe('setGoal', () => {
  it('sets the goal of a position for each month', async () => {
    const { status, body } = await set({ version: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      position: { id: position.id, state: 'open' },
      owner: null,
      measure: 'submitted',
      period: 'month',
      target: 20,
      dueOn: null,
      progress: { actual: 0 },
      previous: { actual: 0 },
      version: 1,
      updatedBy: { id: owner.id },
    })
    expect((await list()).items).toEqual([
      { ...body, progress: expect.anything(), previous: expect.anything() },
    ])
  })

  it('replaces the goal of the same subject, measure and period, and no other', async () => {
    const { id, version } = (await set()).body
    await set({ period: 'week' })
    await set({ measure: 'hired' })
    await set({ positionId: managed.id })
    await set({ positionId: undefined, ownerId: recruiter.id })
    expect((await set({ target: 25, version })).body).toMatchObject({ id, target: 25, version: 2 })
    expect((await list()).items).toHaveLength(5)
  })

  it('names who changed it last', async () => {
    await set({ positionId: managed.id })
    await set({ positionId: managed.id, target: 25 }, manager)
    expect((await list()).items).toMatchObject([{ updatedBy: { id: manager.id } }])
  })

  it('does not change what is the same', async () => {
    await set()
    expect((await set()).body.version).toBe(1)
  })

  it('takes the openings of a position as the target of a goal by date', async () => {
    const { body } = await byDate()
    expect(body).toMatchObject({ target: 1, dueOn: '2099-06-30', previous: null })
    await server.call(updatePosition, {
      as: owner,
      params: { id: position.id },
      body: { openings: 4, version: 1 },
    })
    expect(await listed()).toEqual([[position.id, 'hired', 4]])
    expect((await byDate({ dueOn: '2026-01-31' })).body).toMatchObject({
      dueOn: '2026-01-31',
      version: 2,
      progress: { state: 'missed', expected: 4 },
    })
  })

  it.each<[string, Partial<Body>, string]>([
    ['neither a position nor an owner', { positionId: undefined }, 'positionId'],
    ['both', { ownerId: '0199b2f0-5a10-7c3e-8f21-6d0c4b7e1a21' }, 'positionId'],
    ['no target', { target: undefined }, 'target'],
    ['a target of nothing', { target: 0 }, 'target'],
    ['a date of each month', { dueOn: '2026-12-31' }, 'dueOn'],
    ['a rate', { measure: 'contactRate' as never }, 'measure'],
    ['a target by date', { period: 'date', measure: 'hired', dueOn: '2026-12-31' }, 'target'],
    ['no date', { period: 'date', measure: 'hired', target: undefined }, 'dueOn'],
    [
      'a day that is none',
      { period: 'date', measure: 'hired', target: undefined, dueOn: '2026-02-30' },
      'dueOn',
    ],
    ['other than hires by date', { period: 'date', target: undefined, dueOn: '2026-12-31' }, 'measure'],
  ])('refuses %s', async (_what, body, field) => {
    expect(await refusal(set(body))).toEqual([422, field])
    expect((await list()).items).toEqual([])
  })

  it('refuses an owner by date', async () => {
    expect(await refusal(byDate({ positionId: undefined, ownerId: recruiter.id }))).toEqual([422, 'period'])
  })

  it('refuses what is of another workspace or deleted', async () => {
    expect(await refusal(set({}, stranger))).toEqual([422, 'positionId'])
    expect(await refusal(set({ positionId: undefined, ownerId: stranger.id }))).toEqual([422, 'ownerId'])
    await server.call(deletePosition, { as: owner, params: { id: position.id } })
    expect(await refusal(set())).toEqual([422, 'positionId'])
  })

  it('refuses a version that is no longer the latest, a goal where there is one, and one that was deleted', async () => {
    const { id } = (await set()).body
    await set({ target: 21 })
    expect(await refusal(set({ target: 22, version: 1 }))).toEqual([409, 'version'])
    expect((await set({ target: 22, version: null })).status).toBe(409)
    await remove(id)
    expect((await set({ target: 22, version: 2 })).status).toBe(409)
    expect(await listed()).toEqual([])
  })

  it.each([
    ['suspended', 'is suspended. Choose an active user.'],
    ['removed', 'was removed. Choose an active user.'],
  ])('refuses an owner who is %s, and says so', async (how, reason) => {
    const ofOwner = { positionId: undefined, ownerId: recruiter.id } as const
    const { id } = (await set(ofOwner)).body
    const params = { id: recruiter.id }
    const { status: changed } =
      how === 'removed'
        ? await server.call(deleteUser, { as: owner, params })
        : await server.call(setUserStatus, { as: owner, params, body: { status: 'suspended' } })
    expect(changed).toBeLessThan(300)
    const { status, body } = await set({ ...ofOwner, target: 30 })
    expect([status, (body as { details?: object }).details]).toEqual([
      422,
      { ownerId: [expect.stringMatching(new RegExp(`${reason}$`))] },
    ])
    expect(await listed()).toEqual([[recruiter.id, 'submitted', 20]])
    expect((await remove(id)).status).toBe(204)
  })

  it('needs the permission, which recruiters do not have', async () => {
    expect((await set({}, recruiter)).status).toBe(403)
    const granted = await server.addUser(workspaceId, 'recruiter')
    await grant(granted, 'goals:manage')
    expect((await set({}, granted)).status).toBe(200)
  })

  it('is for goals of which the caller sees everything that counts', async () => {
    expect((await set({ positionId: managed.id }, manager)).status).toBe(200)
    expect(await refusal(set({}, manager))).toEqual([422, 'positionId'])
    expect(await refusal(set({ positionId: undefined, ownerId: recruiter.id }, manager))).toEqual([
      422,
      'ownerId',
    ])
    // Those who manage positions see the applications of those alone, not all of their own.
    expect(await refusal(set({ positionId: undefined, ownerId: manager.id }, manager))).toEqual([
      422,
      'ownerId',
    ])
    expect((await set({ positionId: undefined, ownerId: coordinator.id }, coordinator)).status).toBe(200)
    expect(await refusal(set({}, coordinator))).toEqual([422, 'positionId'])
    expect(await refusal(set({ positionId: undefined, ownerId: recruiter.id }, coordinator))).toEqual([
      422,
      'ownerId',
    ])
  })
})

describe('listGoals', () => {
  it('lists only what the caller sees as a whole', async () => {
    await set()
    await set({ positionId: managed.id })
    await set({ positionId: undefined, ownerId: recruiter.id })
    await set({ positionId: undefined, ownerId: coordinator.id })
    const subjects = async (as: TestUser) => (await listed({}, as)).map(([id]) => id).sort()
    const all = [position.id, managed.id, recruiter.id, coordinator.id].sort()
    expect(await subjects(recruiter)).toEqual(all)
    expect(await subjects(manager)).toEqual([managed.id])
    expect(await subjects(coordinator)).toEqual([coordinator.id])
    expect(await subjects(stranger)).toEqual([])
  })

  it('filters by position and by owner, and pages in order', async () => {
    await set()
    await set({ positionId: managed.id })
    await set({ positionId: undefined, ownerId: recruiter.id })
    expect(await listed({ positionId: managed.id })).toEqual([[managed.id, 'submitted', 20]])
    expect(await listed({ ownerId: recruiter.id })).toEqual([[recruiter.id, 'submitted', 20]])
    const whole = await list()
    const first = await list({ limit: 2 })
    const rest = await list({ limit: 2, cursor: first.nextCursor })
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id))
    expect([first.total.value, rest.nextCursor]).toEqual([3, null])
  })

  it('are in the order of their names, whatever their case, and the other way round', async () => {
    await nameInOrder()
    await set()
    await set({ positionId: managed.id })
    const ids = async (sort: string) => (await listed({ sort })).map(([id]) => id)
    expect(await ids('name')).toEqual([managed.id, position.id])
    expect(await ids('-name')).toEqual([position.id, managed.id])
  })

  it('hides the goals of a deleted position until it is restored', async () => {
    await set()
    await server.call(deletePosition, { as: owner, params: { id: position.id } })
    expect(await listed()).toEqual([])
    await server.call(restorePosition, { as: owner, params: { id: position.id } })
    expect(await listed()).toHaveLength(1)
  })
})

describe('deleteGoal', () => {
  it('deletes it, unless it has changed since it was read', async () => {
    const { id } = (await set()).body
    await set({ target: 21 })
    expect(await refusal(remove(id, { version: 1 }))).toEqual([409, 'version'])
    expect(await refusal(remove(id, { version: 3 }))).toEqual([409, 'version'])
    expect(await listed()).toHaveLength(1)
    expect((await remove(id, { version: 2 })).status).toBe(204)
    expect(await listed()).toEqual([])
  })

  it('reaches neither another workspace nor what the caller does not see, and needs the permission', async () => {
    const { id } = (await set()).body
    const answers = [stranger, manager, coordinator, recruiter].map((as) => remove(id, {}, as))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 403])
    expect(await listed()).toHaveLength(1)
  })
})

describe('exportGoals', () => {
  const send = (query: Record<string, unknown> = {}, as: TestUser = owner) =>
    fetch(server.url + addressOf(contract.exportGoals, {}, query as never), {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })

  const rowsOf = async (query?: Record<string, unknown>, as?: TestUser) =>
    (await (await send(query, as)).text())
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(','))

  const [recurring, dated] = [
    { positionId: undefined, measure: 'submitted', period: 'week', target: 20 },
    { measure: 'hired', period: 'date', target: undefined, dueOn: '2099-06-30' },
  ] as const

  it('has each goal with its target, how many so far, how many by now, and its status', async () => {
    await set({ ...recurring, ownerId: recruiter.id })
    await set({ ...dated })
    const [headers, ...rows] = await rowsOf()
    expect(headers).toEqual([
      ...['Position or owner', 'Company', 'Measure', 'Period', 'Due date', 'Target', 'So far'],
      ...['Expected by now', 'Working days over', 'Working days', 'Status', 'At this point last time'],
      ...[
        'Openings left',
        'Expected hires',
        'Low end of 80% range',
        'High end of 80% range',
        'Chance to fill all',
        'Outlook',
      ],
    ])
    const { items } = await list()
    expect(rows).toEqual(
      items.map(({ position, owner, period, target, progress, previous }) => {
        const isDated = period === 'date'
        return [
          (position ?? owner)!.name,
          position?.company.name ?? '',
          isDated ? 'Openings filled' : 'Submitted',
          isDated ? 'By a date' : 'Each week',
          isDated ? '2099-06-30' : '',
          String(target),
          ...[progress.actual, progress.expected, progress.daysOver, progress.days].map(String),
          { onTrack: 'On track', behind: 'Behind', reached: 'Reached', missed: 'Missed' }[progress.state],
          previous ? String(previous.actual) : '',
          // The forecast is of goals by date alone.
          ...(isDated ? ['1', '0', '0', '0', '0', 'Too few candidates'] : ['', '', '', '', '', '']),
        ]
      }),
    )
    expect(rows).toHaveLength(2)
  })

  it('has the due date that was set, in any timezone of the workspace', async () => {
    await set({ ...dated })
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Cairo']) {
      await server.db.updateTable('workspaces').set({ timezone }).where('id', '=', workspaceId).execute()
      expect((await rowsOf()).map((row) => row[4])).toEqual(['Due date', '2099-06-30'])
    }
  })

  it('forecasts no position that is not open', async () => {
    await set({ ...dated })
    await server.call(updatePosition, {
      as: owner,
      params: { id: position.id },
      body: { state: 'on_hold', version: 1 },
    })
    expect((await rowsOf())[1]!.slice(12)).toEqual(['', '', '', '', '', ''])
  })

  it('has the rows of the list, by position and by owner', async () => {
    await set()
    await set({ positionId: managed.id })
    await set({ ...recurring, ownerId: recruiter.id })
    const names = async (query: Record<string, unknown>) =>
      (await rowsOf(query)).slice(1).map(([name]) => name)
    const { items } = await list()
    expect(await names({})).toEqual(items.map(({ position, owner }) => (position ?? owner)!.name))
    const [one] = (await list({ positionId: managed.id })).items
    expect(await names({ positionId: managed.id })).toEqual([one!.position!.name])
    expect(await names({ ownerId: recruiter.id })).toHaveLength(1)
  })

  it('has what the caller sees as a whole, and nothing of another workspace', async () => {
    for (const user of [manager, coordinator]) await grant(user, 'reports:read', 'reports:export')
    await set({ ...dated })
    await set({ ...dated, positionId: managed.id })
    await set({ ...recurring, ownerId: coordinator.id })
    const names = async (as: TestUser) => (await rowsOf({}, as)).slice(1).map(([name]) => name)
    const name = async (positionId: string) => (await list({ positionId })).items[0]!.position!.name
    expect(await names(manager)).toEqual([await name(managed.id)])
    expect(await names(coordinator)).toHaveLength(1)
    expect(await names(coordinator)).not.toContain(await name(position.id))
    expect(await names(owner)).toHaveLength(3)
    expect(await names(stranger)).toEqual([])
  })

  it('takes the permission to export and the one to see reports', async () => {
    expect((await send({}, coordinator)).status).toBe(403)
    const blind = await server.addUser(workspaceId, 'admin')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['reports:read'] })
      .where('id', '=', blind.id)
      .execute()
    expect((await send({}, blind)).status).toBe(403)
    expect((await send({}, owner)).status).toBe(200)
  })

  it('is logged with its filters', async () => {
    await (await send({ positionId: position.id })).text()
    const { rows } = await sql<{ user_id: string; details: object }>`
      select user_id, details from audit_logs
      where workspace_id = ${workspaceId} and action = 'reports.exported'
    `.execute(server.db)
    expect(rows).toMatchObject([
      { user_id: owner.id, details: { report: 'goals', filters: { positionId: [position.id] } } },
    ])
  })

  /** Returns the names of the sheets, and the lines of the one with the filters. */
  const workbookOf = async (query: Record<string, unknown> = {}, as: TestUser = owner) => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-goals-'))
    const path = join(folder, 'goals.xlsx')
    await writeFile(path, Buffer.from(await (await send({ ...query, format: 'xlsx' }, as)).arrayBuffer()))
    const { sheets } = await openTable(path)
    const about = await openTable(path, { sheet: 'Filters and definitions', headerRow: 1 })
    const lines: string[][] = []
    for await (const { cells } of about.rows()) lines.push(cells)
    await rm(folder, { recursive: true })
    return { names: sheets?.map(({ name }) => name), lines }
  }

  it('has its definitions in the workbook', async () => {
    await set()
    const { names, lines } = await workbookOf()
    expect(names).toEqual(['Goals', 'Filters and definitions'])
    expect(lines).toContainEqual(['Expected by now', metricDefinitions.goalOnTrack])
  })

  it('names as filters only positions that the reader may see', async () => {
    await grant(manager, 'reports:read', 'reports:export')
    const filters = { positionId: [position.id, managed.id] }
    const name = (id: string) => `Position ${id.slice(-6)}`
    expect((await workbookOf(filters, manager)).lines).toContainEqual([
      'Position',
      `${name(managed.id)} and 1 hidden`,
    ])
    expect(JSON.stringify(await workbookOf(filters, manager))).not.toContain(name(position.id))
    expect(JSON.stringify(await workbookOf(filters))).toContain(name(position.id))
    expect(JSON.stringify(await workbookOf(filters, stranger))).not.toMatch(/Position \w{6}/)
  })
})

describe('a goal by date', () => {
  it.each([
    [1, 'reached'],
    [2, 'onTrack'],
  ])('of %i openings with one hire is %s', async (openings, state) => {
    await updatePositions(position, { openings })
    await addHistory({ decided: 1, hired: 1, waiting: 0 })
    expect((await byDate()).body).toMatchObject({ target: openings, progress: { actual: 1, state } })
  })
})

describe('the audit log', () => {
  it('has each change with the target or the date before and after', async () => {
    const { id } = (await set()).body
    await set({ target: 25 })
    await set({ target: 25 })
    await remove(id)
    await byDate()
    const { rows } = await sql<{ action: string; user_id: string; details: object }>`
      select action, user_id, details from audit_logs
      where workspace_id = ${workspaceId} and action like 'goal.%' order by id
    `.execute(server.db)
    const of = { of: expect.stringContaining('Position'), measure: 'submitted', period: 'month' }
    expect(rows.map(({ action, user_id, details }) => [action, user_id, details])).toEqual([
      ['goal.set', owner.id, { ...of, before: null, after: 20 }],
      ['goal.set', owner.id, { ...of, before: 20, after: 25 }],
      ['goal.deleted', owner.id, { ...of, before: 25, after: null }],
      ['goal.set', owner.id, { ...of, measure: 'hired', period: 'date', before: null, after: '2099-06-30' }],
    ])
  })
})

describe('getOpeningsForecast', () => {
  const ask = (as: TestUser, query: Record<string, unknown> = {}) =>
    server.call(contract.getOpeningsForecast, { as, query: query as never })

  it('expects nothing of a position without applications, and says so', async () => {
    const { body } = await ask(owner, { positionId: position.id })
    expect(body.items).toMatchObject([
      { left: 1, types: [], expected: 0, low: 0, high: 0, chance: 0, isFew: false, outlook: 'unlikely' },
    ])
  })

  it.each([
    [contract.enoughOfPosition - 1, false],
    [contract.enoughOfPosition, true],
  ])('is of a position’s own history from enough decided applications on: %i', async (decided, isOwn) => {
    await addHistory({ decided, hired: 0, waiting: 1 })
    const [forecast] = (await ask(owner, { positionId: position.id })).body.items
    expect(forecast!.types).toMatchObject([{ type: 'lead', count: 1, n: decided, isOwn }])
  })

  it.each([
    // All before them were hired, so one hire is expected at least, and as many as wait at most.
    [0, 'filled'],
    [1, 'likely'],
    [2, 'unlikely'],
  ])('of one person who is nearly certain to be hired, with %i openings left: %s', async (left, outlook) => {
    await addHistory({ decided: 40, hired: 40, waiting: 1 })
    await server.db
      .updateTable('positions')
      .set({ openings: 40 + left })
      .where('id', '=', position.id)
      .execute()
    const [forecast] = (await ask(owner, { positionId: position.id })).body.items
    expect(forecast).toMatchObject({ left, low: 1, high: 1, outlook })
  })

  it('is uncertain if the range begins below what is left and reaches it', async () => {
    await addHistory({ decided: 40, hired: 20, waiting: 1 })
    await server.db.updateTable('positions').set({ openings: 21 }).where('id', '=', position.id).execute()
    const [forecast] = (await ask(owner, { positionId: position.id })).body.items
    expect(forecast).toMatchObject({ left: 1, low: 0, high: 1, outlook: 'uncertain' })
  })

  const applications = () =>
    server.db.updateTable('applications').where('position_id', '=', position.id).returning('id')
  const forecast = async () => (await ask(owner, { positionId: position.id })).body.items[0]!

  it('counts no deleted applications, neither those who wait nor those before them', async () => {
    await addHistory({ decided: 2, hired: 0, waiting: 2 })
    for (const [name, is] of [
      ['Person 0', 'is not'],
      ['Person 2', 'is'],
    ] as const)
      await applications()
        .set({ deleted_at: sql`now()` })
        .where('candidate_name', '=', name)
        .where('closed_at', is, null)
        .executeTakeFirstOrThrow()
    expect((await forecast()).types).toMatchObject([{ type: 'lead', count: 1, n: 1 }])
  })

  it('is of the decisions of a year', async () => {
    await addHistory({ decided: 3, hired: 0, waiting: 1 })
    for (const [name, days] of [
      ['Person 0', 364],
      ['Person 1', 366],
    ] as const)
      await applications()
        .set({ closed_at: sql`now() - make_interval(days => ${days}::integer)` })
        .where('candidate_name', '=', name)
        .executeTakeFirstOrThrow()
    expect((await forecast()).types).toMatchObject([{ n: 2 }])
  })

  it.each([
    [fewestToCompare - 1, true],
    [fewestToCompare, false],
  ])('says that it rests on few decided applications: %i', async (decided, isFew) => {
    await addHistory({ decided, hired: 0, waiting: 1 })
    expect(await forecast()).toMatchObject({ isFew, types: [{ isFew }] })
  })

  it('is unknown while nobody before those who wait got as far', async () => {
    await addHistory({ decided: 2, hired: 0, waiting: 2 })
    await applications()
      .set({ status_id: position.statuses.submitted, status_type: 'submitted' })
      .where('candidate_name', '=', 'Person 2')
      .executeTakeFirstOrThrow()
    expect(await forecast()).toMatchObject({ expected: null, low: null, chance: null, outlook: 'unknown' })
  })

  it('is filtered by company and owner, and in the order of names, whatever their case', async () => {
    await nameInOrder()
    await updatePositions(managed, { owner_id: recruiter.id })
    const ids = async (query: Record<string, unknown>) =>
      (await ask(owner, query)).body.items.map((each) => each.position.id)
    expect(await ids({ companyId: managed.companyId })).toEqual([managed.id])
    expect(await ids({ ownerId: recruiter.id })).toEqual([managed.id])
    expect(await ids({ sort: 'name' })).toEqual([managed.id, position.id])
    expect(await ids({ sort: '-name' })).toEqual([position.id, managed.id])
  })

  it('has no deleted position', async () => {
    await server.call(deletePosition, { as: owner, params: { id: position.id } })
    expect((await ask(owner)).body.items.map((each) => each.position.id)).toEqual([managed.id])
  })

  it('has open positions alone', async () => {
    await server.call(updatePosition, {
      as: owner,
      params: { id: position.id },
      body: { state: 'on_hold', version: 1 },
    })
    expect((await ask(owner)).body.items.map((each) => each.position.id)).toEqual([managed.id])
  })

  const hold = (of: TestPosition) => updatePositions(of, { state: 'on_hold' })

  it('counts the positions on hold that it leaves out, which the reader sees and the filters match', async () => {
    await hold(position)
    const counts = [{}, { companyId: position.companyId }, { companyId: managed.companyId }]
    const onHold = counts.map(async (query) => (await ask(owner, query)).body.onHold)
    expect(await Promise.all(onHold)).toEqual([1, 1, 0])
    expect((await ask(manager)).body.onHold).toBe(0)
    expect((await ask(stranger)).body.onHold).toBe(0)
  })

  it('sums up all open positions on the first page, with the hires where they are known', async () => {
    await updatePositions(position, { openings: 30 })
    await updatePositions(managed, { openings: 4 })
    await addHistory({ decided: 40, hired: 20, waiting: 3 })
    const first = (await ask(owner, { limit: 1 })).body
    const sums = { positions: 2, openings: 34, filled: 20, left: 14, expected: 1.5, unknown: 0 }
    expect(first.sums).toEqual(sums)
    expect((await ask(owner, { limit: 1, cursor: first.nextCursor })).body.sums).toBeNull()
    expect((await ask(owner, { positionId: managed.id })).body.sums).toMatchObject({
      positions: 1,
      left: 4,
      expected: 0,
    })
    expect((await ask(manager)).body.sums).toMatchObject({ positions: 1, openings: 4, filled: 0 })
  })

  it('counts the positions of which nothing is expected in its sums', async () => {
    await addHistory({ decided: 0, hired: 0, waiting: 1 })
    expect((await ask(owner)).body.sums).toMatchObject({ positions: 2, expected: 0, unknown: 1 })
  })

  /** Moves the creation of the hired ones back, so that they took so many days from lead to hire. */
  const tookDays = (days: number) =>
    applications()
      .set({ created_at: sql`closed_at - make_interval(days => ${days}::integer, hours => 1)` })
      .where('disposition', '=', 'hired')
      .execute()
  const dayAhead = (days: number) => dayOf(Date.now() + days * 86_400_000, 'UTC')

  it('is filled as many days from now as the hired before them took', async () => {
    await addHistory({ decided: 40, hired: 40, waiting: 3 })
    await updatePositions(position, { openings: 42 })
    await server.db.updateTable('workspaces').set({ timezone: 'UTC' }).where('id', '=', workspaceId).execute()
    await tookDays(50)
    const [before, { filledOn }] = [dayAhead(50), await forecast()]
    expect([before, dayAhead(50)]).toContain(filledOn!.day)
    await updatePositions(position, { openings: 44 })
    expect((await forecast()).filledOn).toEqual({ day: null, earliest: null, latest: null })
  })

  it.each([
    [40, 40, 'all are filled'],
    [9, 10, 'of few decided applications'],
    [0, 1, 'without a history'],
  ])('has no day with %i decided applications and %i openings: %s', async (decided, openings) => {
    await addHistory({ decided, hired: decided, waiting: 1 })
    await updatePositions(position, { openings })
    expect((await forecast()).filledOn).toBeNull()
  })

  it('is for those who see all applications of a position', async () => {
    expect((await ask(coordinator)).status).toBe(403)
    expect((await ask(manager)).body.items.map((each) => each.position.id)).toEqual([managed.id])
    expect((await ask(recruiter)).body.total.value).toBe(2)
    expect((await ask(stranger)).body.items).toEqual([])
  })
})
