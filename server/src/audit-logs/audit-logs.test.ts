import * as contract from '@muster/contract/audit-logs.ts'
import { login } from '@muster/contract/auth.ts'
import { createCallQueue } from '@muster/contract/call-queues.ts'
import { createCompany, deleteCompany } from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { hashPassword } from '../session/password.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner', { name: 'Olive Owner' })
})

afterAll(() => server?.stop())

async function read(query: Record<string, unknown> = {}) {
  const { body, status } = await server.call(contract.listAuditLogs, { as: owner, query: query as never })
  expect(status).toBe(200)
  return body
}

const exportCsv = async (query: Record<string, string> = {}) => {
  const response = await fetch(server.url + addressOf(contract.exportAuditLogs, {}, query), {
    headers: { authorization: `Bearer ${owner.accessToken}`, 'user-agent': 'A test' },
  })
  expect(response.status).toBe(200)
  return response.text()
}

describe('the audit log', () => {
  it('has every successful and failed sign-in, with the user, the time and the address', async () => {
    const person = await server.addUser(workspaceId, 'recruiter', { name: 'Rita Recruiter' })
    const password = 'correct horse battery'
    await server.db
      .updateTable('logins')
      .set({ password_hash: await hashPassword(password) })
      .where('email', '=', person.email)
      .execute()
    const signIn = (typed: string, email = person.email) =>
      server.call(login, { body: { email, password: typed }, headers: { 'user-agent': 'Some browser' } })
    expect((await signIn(password)).status).toBe(200)
    for (let failure = 0; failure < 10; failure += 1) expect((await signIn('wrong')).status).toBe(401)
    expect((await signIn(password)).status).toBe(429)
    const { items } = await read({ userId: person.id, area: 'sign-in' })
    expect(items.map(({ action, details }) => [action, details.because])).toEqual([
      ['login.failed', 'locked'],
      ...Array(10).fill(['login.failed', 'password']),
      ['login', undefined],
    ])
    expect(items[0]).toMatchObject({
      user: { name: 'Rita Recruiter' },
      ip: '127.0.0.1',
      userAgent: 'Some browser',
    })
    // An unknown address belongs to no workspace: no log has it.
    expect((await signIn('wrong', 'nobody@example.com')).status).toBe(401)
    const unknown = await server.db.selectFrom('unknown_logins').selectAll().execute()
    expect(unknown).toMatchObject([{ ip: '127.0.0.1', user_agent: 'Some browser' }])
    const stored = JSON.stringify([unknown, await server.db.selectFrom('audit_logs').selectAll().execute()])
    for (const secret of [password, 'wrong', 'nobody@example.com', person.accessToken])
      expect(stored).not.toContain(secret)
  })

  it('has every denial: the first at once, repeats as a count', async () => {
    const viewer = await server.addUser(workspaceId, 'viewer', { name: 'Vera Viewer' })
    const attempts = Array.from({ length: 5 }, () =>
      server.call(createCompany, { as: viewer, body: { name: 'Not mine' } }),
    )
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(403)
    const id = newId()
    expect((await server.call(deleteCompany, { as: viewer, params: { id } })).status).toBe(403)
    const { items } = await read({ userId: viewer.id, area: 'denied', sort: 'at' })
    expect(items.map(({ details }) => details)).toEqual([
      { call: 'createCompany', method: 'POST' },
      { call: 'deleteCompany', method: 'DELETE', row: id },
    ])
  })

  it('has the counted repeats once the server stops', async () => {
    const other = await startTestServer({ connectionString: server.connectionString })
    const viewer = await server.addUser(workspaceId, 'viewer')
    for (let time = 0; time < 4; time += 1)
      await other.call(createCompany, { as: viewer, body: { name: 'Not mine' } })
    await other.stop()
    const { items } = await read({ userId: viewer.id, area: 'denied' })
    expect(items.map(({ details }) => details.times)).toEqual([3, undefined])
  })

  it('is filtered by user, action, row, address and time, and exported, which is itself an entry', async () => {
    const subject = newId()
    const entry = (action: string, at: string, more: object = {}) => ({
      workspace_id: workspaceId,
      id: newId(),
      user_id: owner.id,
      action,
      at,
      ip: '203.0.113.7',
      details: JSON.stringify({ name: 'Marigold' }),
      ...more,
    })
    await server.db
      .insertInto('audit_logs')
      .values([
        entry('workspace.changed', '2020-01-01T10:00:00Z'),
        entry('user.role_changed', '2020-01-02T10:00:00Z', { subject_kind: 'user', subject_id: owner.id }),
        entry('position.state_changed', '2020-01-03T10:00:00Z', {
          subject_kind: 'position',
          subject_id: subject,
        }),
        entry('=cmd()', '2020-01-04T10:00:00Z'),
      ])
      .execute()
    const found = async (query: Record<string, unknown>) =>
      (await read({ to: '2020-02-01T00:00:00.000Z', ...query })).items.map(({ action }) => action)
    expect(await found({})).toEqual([
      '=cmd()',
      'position.state_changed',
      'user.role_changed',
      'workspace.changed',
    ])
    expect(await found({ area: 'rights' })).toEqual(['user.role_changed'])
    const { id } = (await read({ action: '=cmd()' })).items[0]!
    expect(await found({ id })).toEqual(['=cmd()'])
    expect(await found({ area: 'rights,workspace', sort: 'at' })).toEqual([
      'workspace.changed',
      'user.role_changed',
      'position.state_changed',
    ])
    expect(await found({ action: 'workspace.changed' })).toEqual(['workspace.changed'])
    expect(await found({ area: 'rights,workspace', action: 'workspace.changed' })).toEqual([
      'workspace.changed',
    ])
    expect(await found({ to: '2020-01-02T10:00:00.000Z' })).toEqual(['workspace.changed'])
    expect(await found({ subjectId: subject })).toEqual(['position.state_changed'])
    expect(await found({ subjectKind: 'user' })).toEqual(['user.role_changed'])
    expect(await found({ ip: '203.0.113.8' })).toEqual([])
    expect(await found({ q: 'marigold', from: '2020-01-03T00:00:00.000Z' })).toEqual([
      '=cmd()',
      'position.state_changed',
    ])
    const { items, nextCursor } = await read({ to: '2020-02-01T00:00:00.000Z', limit: 3 })
    const rest = await read({ to: '2020-02-01T00:00:00.000Z', limit: 3, cursor: nextCursor })
    expect([...items, ...rest.items]).toHaveLength(4)
    expect(items[2]).toMatchObject({ area: 'rights', subject: { kind: 'user', name: 'Olive Owner' } })

    const csv = await exportCsv({ to: '2020-02-01T00:00:00.000Z', area: 'rights,other' })
    const lines = csv.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(csv).toContain("'=cmd()")
    expect(csv).toContain('Olive Owner')
    const [exported] = (await read({ area: 'exports' })).items.filter(
      ({ action }) => action === 'audit-logs.exported',
    )
    expect(exported).toMatchObject({
      user: { id: owner.id },
      userAgent: 'A test',
      details: { format: 'csv', filters: { to: '2020-02-01T00:00:00.000Z', area: ['rights', 'other'] } },
    })
  })

  it('names the call queue that an entry is about', async () => {
    await server.call(createCallQueue, {
      as: owner,
      body: { name: 'Night drivers', filters: {}, callFrom: 540, callTo: 1020, weekdays: [1, 2, 3] },
    })
    expect((await read({ action: 'call_queue.created' })).items).toMatchObject([
      { subject: { kind: 'call_queue', name: 'Night drivers' } },
    ])
  })

  it('is closed to users without the permission', async () => {
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    for (const endpoint of [contract.listAuditLogs, contract.exportAuditLogs])
      expect((await server.call(endpoint, { as: recruiter })).status).toBe(403)
  })

  it("is append-only for the server’s role, until the workspace's retention deletes old entries", async () => {
    await exportCsv()
    const count = (action?: string) =>
      server.db
        .selectFrom('audit_logs')
        .where('workspace_id', '=', workspaceId)
        .$if(action !== undefined, (entries) => entries.where('action', '=', action ?? ''))
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow()
    const begun = await count('audit-logs.exported')
    // The end of a download is logged after the client has received it.
    await expect.poll(() => count('audit-logs.export_ended')).toEqual(begun)
    const { n } = await count()
    const attempts = [
      sql`update audit_logs set action = 'nothing'`,
      sql`delete from audit_logs`,
      sql`truncate audit_logs`,
      sql`insert into audit_logs select * from audit_logs on conflict (workspace_id, id) do update set action = 'nothing'`,
    ]
    for (const attempt of attempts)
      await expect(attempt.execute(server.db)).rejects.toMatchObject({ code: '42501' })
    // Not even as the table's owner, after it has granted itself the privilege again.
    const owner = connect(server.ownerConnectionString, 1)
    await sql`grant all on audit_logs to current_user`.execute(owner)
    for (const attempt of attempts)
      await expect(attempt.execute(owner)).rejects.toMatchObject({ code: '42501' })
    await owner.destroy()
    expect((await count()).n).toBe(n)
    await server.db
      .insertInto('retention_rules')
      .values({ workspace_id: workspaceId, audit_years: 3 })
      .execute()
    await expect(sql`delete from audit_logs`.execute(server.db)).rejects.toMatchObject({ code: '42501' })
    const { rows: expired } = await sql`
      select count(*)::int as deleted from audit_logs
      where workspace_id = ${workspaceId} and at < now() - interval '3 years'
    `.execute(server.db)
    const { rows } = await sql<{ deleted: number }>`
      select delete_expired_audit_logs(${workspaceId}) as deleted
    `.execute(server.db)
    expect(rows).toEqual(expired)
    expect(rows[0]!.deleted).toBeGreaterThanOrEqual(2)
    // The deletion itself is an entry.
    expect((await count()).n).toBe(n - rows[0]!.deleted + 1)
    expect(await count('retention.audit_logs_deleted')).toEqual({ n: 1 })
  })
})
