import * as contract from '@muster/contract/report-schedules.ts'
import { createSavedReport, deleteSavedReport } from '@muster/contract/saved-reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { evictSessions } from '../session/authenticate.ts'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser
let colleague: TestUser
let manager: TestUser
let coordinator: TestUser
let reviewer: TestUser
let stranger: TestUser
let reportId: string

async function saveReport(query: Record<string, string | string[]>, more: object = {}, as = owner) {
  const body = { name: `Report ${newId()}`, query, ...more }
  return (await server.call(createSavedReport, { as, body })).body.id
}

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  owner = await server.addUser(workspaceId, 'recruiter', { name: 'Olga Owner' })
  colleague = await server.addUser(workspaceId, 'viewer', { name: 'Vera Viewer' })
  manager = await server.addUser(workspaceId, 'hiring_manager', { name: 'Max Manager' })
  coordinator = await server.addUser(workspaceId, 'coordinator', { name: 'Cora Coordinator' })
  const { companyId } = await addPosition(server.db, workspaceId)
  reviewer = await server.addUser(workspaceId, 'client_reviewer', { name: 'Rita Reviewer', companyId })
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  reportId = await saveReport({ measure: 'submitted', by: ['position'] })
})

afterAll(() => server?.stop())

const timing = { frequency: 'weekly' as const, weekdays: [5, 1], hour: 8, timezone: 'Europe/Oslo' }

const create = (body: object, as = owner) =>
  server.call(contract.createReportSchedule, {
    as,
    body: { reportId, ...timing, recipientIds: [as.id], ...body },
  })

const change = (id: string, body: object, as = owner) =>
  server.call(contract.updateReportSchedule, { as, params: { id }, body })

async function setRevoked(user: TestUser, permissions: string[]) {
  await server.db
    .updateTable('users')
    .set({ revoked_permissions: permissions })
    .where('id', '=', user.id)
    .execute()
  evictSessions(server.db)
}

describe('createReportSchedule', () => {
  it('stores when and to whom a report is sent', async () => {
    const { status, body } = await create({ recipientIds: [owner.id, colleague.id], withRows: true })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      report: { id: reportId },
      frequency: 'weekly',
      weekdays: [1, 5],
      monthDay: null,
      withRows: true,
      isPaused: false,
      recipients: [
        { user: { name: 'Olga Owner' }, state: 'active', unsubscribedAt: null },
        { user: { name: 'Vera Viewer' }, state: 'active' },
      ],
    })
    expect(new Date(body.nextAt!).getTime()).toBeGreaterThan(Date.now())
  })

  it('refuses a weekly one without weekdays and a monthly one without a day', async () => {
    const weekly = await create({ weekdays: [] })
    expect([weekly.status, Object.keys(weekly.body.details!)]).toEqual([422, ['weekdays']])
    const monthly = await create({ frequency: 'monthly' })
    expect([monthly.status, Object.keys(monthly.body.details!)]).toEqual([422, ['monthDay']])
  })

  it('drops weekdays of a daily one', async () => {
    expect((await create({ frequency: 'daily', monthDay: 4 })).body).toMatchObject({
      weekdays: [],
      monthDay: null,
    })
  })

  it('requires the permission to share for others, and none to send to oneself', async () => {
    const own = await saveReport({ measure: 'hired' }, {}, colleague)
    expect((await create({ reportId: own }, colleague)).status).toBe(201)
    expect((await create({ reportId: own, recipientIds: [owner.id] }, colleague)).status).toBe(403)
  })

  it('refuses recipients who may not view reports, are suspended or of another workspace', async () => {
    const refused = async (recipientIds: string[]) => (await create({ recipientIds })).status
    expect(await refused([coordinator.id])).toBe(422)
    expect(await refused([owner.id, stranger.id])).toBe(422)
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', manager.id).execute()
    expect(await refused([manager.id])).toBe(422)
    await server.db.updateTable('users').set({ status: 'active' }).where('id', '=', manager.id).execute()
    expect(await refused([manager.id])).toBe(201)
  })

  it.each([
    ['a measure of calls', { measure: 'contactRate' }],
    ['a grouping by source', { measure: 'hired', by: ['position', 'source'] }],
    ['a filter by tag', { measure: 'hired', tag: ['night'] }],
    ['cohorts', { measure: 'cohorts' }],
    ['a custom field', { measure: 'hired', by: ['field.shift'] }],
  ])('refuses client reviewers a report with %s', async (_, query) => {
    const id = await saveReport(query as never)
    const { status, body } = await create({ reportId: id, recipientIds: [reviewer.id] })
    expect([status, Object.keys(body.details!)]).toEqual([422, ['recipientIds']])
    expect((await create({ reportId: id })).status).toBe(201)
  })

  it('lets client reviewers get a report of what they see', async () => {
    expect((await create({ recipientIds: [reviewer.id] })).body.recipients).toMatchObject([
      { state: 'active' },
    ])
  })

  it('finds no report that is private to somebody else', async () => {
    expect((await create({}, colleague)).status).toBe(404)
    expect((await create({}, stranger)).status).toBe(404)
    const shared = await saveReport({ measure: 'hired' }, { roles: ['viewer'] })
    expect((await create({ reportId: shared }, colleague)).status).toBe(201)
  })
})

describe('a schedule', () => {
  it('is its creator’s alone', async () => {
    const { body } = await create({})
    const params = { id: body.id }
    for (const as of [colleague, stranger]) {
      expect((await server.call(contract.getReportSchedule, { as, params })).status).toBe(404)
      expect((await change(body.id, { hour: 3 }, as)).status).toBe(404)
      expect((await server.call(contract.deleteReportSchedule, { as, params })).status).toBe(404)
      expect((await server.call(contract.listReportSendings, { as, params })).status).toBe(404)
    }
    const { items } = (await server.call(contract.listReportSchedules, { as: colleague })).body
    expect(items.map(({ id }) => id)).not.toContain(body.id)
  })

  it('is listed with its report, and with that alone', async () => {
    const other = await saveReport({ measure: 'offers' })
    const { body } = await create({ reportId: other })
    const list = async (query: object) =>
      (await server.call(contract.listReportSchedules, { as: owner, query })).body.items.map(({ id }) => id)
    expect(await list({ reportId: other })).toEqual([body.id])
    expect(await list({})).toContain(body.id)
  })

  it('states which recipients get nothing, and why', async () => {
    const { body } = await create({ recipientIds: [colleague.id, manager.id] })
    await setRevoked(colleague, ['reports:read'])
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', manager.id).execute()
    const read = await server.call(contract.getReportSchedule, { as: owner, params: { id: body.id } })
    expect(read.body.recipients.map(({ user, state }) => [user.name, state])).toEqual([
      ['Max Manager', 'inactive'],
      ['Vera Viewer', 'no_access'],
    ])
    await setRevoked(colleague, [])
    await server.db.updateTable('users').set({ status: 'active' }).where('id', '=', manager.id).execute()
  })

  it('has no next time while it is paused, and one afterwards', async () => {
    const { body } = await create({})
    expect((await change(body.id, { isPaused: true })).body).toMatchObject({ isPaused: true, nextAt: null })
    expect((await change(body.id, { isPaused: false })).body.nextAt).toBe(body.nextAt)
  })

  it('that begins paused has no next time, and none of a change either', async () => {
    const { body } = await create({ isPaused: true })
    expect(body).toMatchObject({ isPaused: true, nextAt: null })
    expect((await change(body.id, { hour: 9 })).body).toMatchObject({ isPaused: true, nextAt: null })
  })

  it('refuses to be monthly without a day, though it had one', async () => {
    const { body } = await create({ frequency: 'monthly', monthDay: 3 })
    const { status, body: refused } = await change(body.id, { monthDay: null })
    expect([status, Object.keys(refused.details!)]).toEqual([422, ['monthDay']])
  })

  it('is hidden once its report is deleted', async () => {
    const gone = await saveReport({ measure: 'offers' })
    const { body } = await create({ reportId: gone })
    await server.call(deleteSavedReport, { as: owner, params: { id: gone } })
    const params = { id: body.id }
    expect((await server.call(contract.getReportSchedule, { as: owner, params })).status).toBe(404)
  })

  it('changes only what is sent, and refuses a stale version', async () => {
    const { body } = await create({ withRows: true })
    const changed = await change(body.id, { frequency: 'monthly', monthDay: 31, version: 1 })
    expect(changed.body).toMatchObject({
      frequency: 'monthly',
      weekdays: [],
      monthDay: 31,
      hour: 8,
      withRows: true,
      version: 2,
      recipients: [{ user: { id: owner.id } }],
    })
    expect((await change(body.id, { hour: 4, version: 1 })).status).toBe(409)
  })

  it('may keep recipients without the permission to share, and not add any', async () => {
    const { body } = await create({ recipientIds: [owner.id, colleague.id] })
    await setRevoked(owner, ['views:share'])
    expect((await change(body.id, { hour: 5, recipientIds: [owner.id, colleague.id] })).status).toBe(200)
    expect((await change(body.id, { recipientIds: [colleague.id, manager.id] })).status).toBe(403)
    await setRevoked(owner, [])
  })

  describe('of somebody else', () => {
    let admin: TestUser

    beforeAll(async () => {
      admin = await server.addUser(owner.workspaceId, 'admin', { name: 'Ada Admin' })
    })

    const list = (as: TestUser, query: object) => server.call(contract.listReportSchedules, { as, query })

    it('is listed for those who manage the workspace, if they ask for all', async () => {
      const { body } = await create({ recipientIds: [owner.id, colleague.id] })
      const all = await list(admin, { all: 'true' })
      expect(all.body.items.find(({ id }) => id === body.id)).toMatchObject({
        report: { id: reportId },
        owner: { id: owner.id, name: 'Olga Owner' },
        recipients: [{ user: { name: 'Olga Owner' } }, { user: { name: 'Vera Viewer' } }],
        can: { edit: false },
      })
      expect((await list(admin, {})).body.items).toEqual([])
      expect((await list(owner, {})).body.items.find(({ id }) => id === body.id)!.can).toEqual({ edit: true })
      const ofReport = (await list(admin, { all: 'true', reportId })).body.items
      expect(new Set(ofReport.map(({ report }) => report.id))).toEqual(new Set([reportId]))
    })

    it('is listed neither without the permission nor for a client reviewer, whatever they were granted', async () => {
      await create({})
      expect((await list(colleague, { all: 'true' })).status).toBe(403)
      expect((await list(owner, { all: 'true' })).status).toBe(403)
      const granted = ['reports:read', 'workspace:manage']
      await server.db
        .updateTable('users')
        .set({ granted_permissions: granted })
        .where('id', '=', reviewer.id)
        .execute()
      evictSessions(server.db)
      const { body } = await create({})
      const params = { id: body.id }
      expect((await list(reviewer, { all: 'true' })).status).toBe(403)
      expect((await server.call(contract.getReportSchedule, { as: reviewer, params })).status).toBe(403)
      await server.db
        .updateTable('users')
        .set({ granted_permissions: [] })
        .where('id', '=', reviewer.id)
        .execute()
      evictSessions(server.db)
    })

    it('can be paused and resumed, and nothing else of it changed', async () => {
      const { body } = await create({})
      const paused = await change(body.id, { isPaused: true, version: 1 }, admin)
      expect(paused.body).toMatchObject({ isPaused: true, nextAt: null, version: 2 })
      expect((await change(body.id, { isPaused: false, version: 1 }, admin)).status).toBe(409)
      expect((await change(body.id, { isPaused: false }, admin)).body.nextAt).toBe(body.nextAt)
      for (const more of [{ hour: 3 }, { recipientIds: [admin.id] }, { isPaused: true, withRows: true }]) {
        const { status, body: refusal } = await change(body.id, more, admin)
        expect([status, refusal.message]).toEqual([403, expect.stringContaining('Only Olga Owner')])
      }
      const read = await server.call(contract.getReportSchedule, { as: owner, params: { id: body.id } })
      expect(read.body).toMatchObject({ hour: 8, withRows: false, isPaused: false, version: 3 })
    })

    it('can be deleted, with an entry that names its owner', async () => {
      const { body } = await create({})
      const params = { id: body.id }
      expect((await server.call(contract.listReportSendings, { as: admin, params })).status).toBe(200)
      await change(body.id, { isPaused: true }, admin)
      expect((await server.call(contract.deleteReportSchedule, { as: admin, params })).status).toBe(204)
      expect((await server.call(contract.getReportSchedule, { as: owner, params })).status).toBe(404)
      const entries = await server.db
        .selectFrom('audit_logs')
        .where('user_id', '=', admin.id)
        .where('action', 'like', 'report.schedule%')
        .orderBy('id')
        .select(['action', 'details'])
        .execute()
      expect(entries.slice(-2)).toMatchObject([
        { action: 'report.schedule_changed', details: { owner: 'Olga Owner', isPaused: true } },
        { action: 'report.schedule_deleted', details: { owner: 'Olga Owner' } },
      ])
    })

    it('does not exist in another workspace', async () => {
      const { body } = await create({})
      const params = { id: body.id }
      expect((await list(stranger, { all: 'true' })).body.items).toEqual([])
      expect((await change(body.id, { isPaused: true }, stranger)).status).toBe(404)
      expect((await server.call(contract.deleteReportSchedule, { as: stranger, params })).status).toBe(404)
      expect((await server.call(contract.listReportSendings, { as: stranger, params })).status).toBe(404)
    })
  })

  it('is in the audit log when it is added, changed and deleted', async () => {
    const { body } = await create({ recipientIds: [owner.id, colleague.id] })
    await change(body.id, { recipientIds: [owner.id] })
    await server.call(contract.deleteReportSchedule, { as: owner, params: { id: body.id } })
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', reportId)
      .where('action', 'like', 'report.schedule%')
      .orderBy('id')
      .select(['action', 'details'])
      .execute()
    expect(
      entries
        .slice(-3)
        .map(({ action, details }) => [action, (details as { recipients: string[] }).recipients]),
    ).toEqual([
      ['report.scheduled', ['Olga Owner', 'Vera Viewer']],
      ['report.schedule_changed', ['Olga Owner']],
      ['report.schedule_deleted', ['Olga Owner']],
    ])
  })
})
