import * as contract from '@muster/contract/admin.ts'
import { listAllAuditLogs } from '@muster/contract/admin-audit.ts'
import { cancelJob, listJobs, listQueues, retryJob } from '@muster/contract/admin-jobs.ts'
import * as people from '@muster/contract/admin-users.ts'
import * as workspaces from '@muster/contract/admin-workspaces.ts'
import { login } from '@muster/contract/auth.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { acceptInvitation } from '@muster/contract/invitations.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { hashPassword } from '../session/password.ts'
import { startHeartbeat } from '../telemetry/heartbeat.ts'
import { followEvents } from '../testing/follow-events.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
/** A second node on the same database. */
let node: TestServer
let superadmin: TestUser

beforeAll(async () => {
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  node = await startTestServer({ connectionString: server.connectionString })
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin')
})

afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

async function addOwner(): Promise<TestUser> {
  return server.addUser((await server.addWorkspace()).workspaceId, 'owner')
}

async function listActions(workspaceId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_logs')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .select('action')
    .execute()
  return rows.map((row) => row.action)
}

describe('listWorkspaces', () => {
  it('lists every workspace with its usage, filtered by name and state', async () => {
    const owner = await addOwner()
    const { workspaceId } = owner
    const { body: company } = await server.call(createCompany, { as: owner, body: { name: 'Client' } })
    await server.call(createPosition, { as: owner, body: { name: 'Opening', companyId: company.id } })
    const { body } = await server.call(workspaces.listWorkspaces, { as: superadmin })
    expect(body.items[0]).toMatchObject({
      id: workspaceId,
      state: 'active',
      users: 1,
      positions: 1,
      applications: { value: 0, atLeast: false },
      storageBytes: 0,
    })
    const query = { q: 'TEST work', state: 'suspended' as const }
    const { body: none } = await server.call(workspaces.listWorkspaces, {
      as: superadmin,
      query: query as never,
    })
    expect(none.items.map(({ state }) => state)).not.toContain('active')
  })

  it('shows the exact usage of a large workspace next to its quotas', async () => {
    const { workspaceId } = await addOwner()
    await sql`insert into files (workspace_id, id, name, content_type, size, sha256, storage_key)
      select ${workspaceId}, gen_random_uuid(), 'cv', 'text/plain', 10, 'x', 'x' from generate_series(1, 1500)`.execute(
      server.db,
    )
    await server.db
      .updateTable('files')
      .set({ name: 'renamed' })
      .where('workspace_id', '=', workspaceId)
      .execute()
    const { body } = await server.call(workspaces.getAdministeredWorkspace, {
      as: superadmin,
      params: { id: workspaceId },
    })
    const { bytes, files, analyses } = server.services.config.quotas
    expect(body).toMatchObject({ storageBytes: 15_000, files: 1_500, analyses: 0 })
    expect(body.quotas).toEqual({ storageBytes: bytes, files, analyses })
  })
})

describe('createWorkspace', () => {
  it('creates a workspace and emails an invitation to its owner', async () => {
    const ownerEmail = `${newId().slice(-12)}@example.com`
    const body = { name: 'Harbour Staffing', ownerName: 'Olga', ownerEmail }
    const made = await server.call(workspaces.createWorkspace, { as: superadmin, body })
    expect(made.status).toBe(201)
    const { id } = made.body
    const { body: mails } = await server.call(contract.listMails, {
      as: superadmin,
      query: { workspaceId: id },
    })
    expect(mails.items).toMatchObject([{ to: ownerEmail, workspace: { name: 'Harbour Staffing' } }])
    const token = mails.items[0]!.text.match(/\/auth\/accept-invite#token=(\S+)/)![1]!
    expect(await listActions(id)).toEqual(['workspace.created'])
    const password = 'harbour lantern bright'
    await server.call(acceptInvitation, { body: { token, name: 'Olga', password } })
    const signedIn = await server.call(login, { body: { email: ownerEmail, password } })
    expect(signedIn.body.user).toMatchObject({ role: 'owner', workspace: { name: 'Harbour Staffing' } })
    const taken = { ...body, ownerEmail: superadmin.email }
    expect((await server.call(workspaces.createWorkspace, { as: superadmin, body: taken })).status).toBe(409)
    const unknown = { ...body, timezone: 'Europe/Atlantis' }
    expect((await server.call(workspaces.createWorkspace, { as: superadmin, body: unknown })).status).toBe(
      422,
    )
  })

  it('takes the time zone and the country it is given', async () => {
    const { body: made } = await server.call(workspaces.createWorkspace, {
      as: superadmin,
      body: {
        ...{ name: 'Fjord Staffing', ownerName: 'Olga', ownerEmail: `${newId().slice(-12)}@example.com` },
        ...{ timezone: 'Europe/Oslo', defaultCountry: 'NO' },
      },
    })
    const stored = await server.db
      .selectFrom('workspaces')
      .where('id', '=', made.id)
      .select(['timezone', 'default_country'])
      .executeTakeFirst()
    expect(stored).toEqual({ timezone: 'Europe/Oslo', default_country: 'NO' })
  })
})

describe('inviteWorkspaceOwner', () => {
  it('emails a new invitation while there is no owner, and voids the previous one', async () => {
    const name = 'Olga'
    const [mistyped, right] = [`${newId().slice(-12)}@exmaple.com`, `${newId().slice(-12)}@example.com`]
    const { body: made } = await server.call(workspaces.createWorkspace, {
      as: superadmin,
      body: { name: 'Pier Staffing', ownerName: name, ownerEmail: mistyped },
    })
    const params = { id: made.id }
    const invitation = async () =>
      (await server.call(workspaces.getAdministeredWorkspace, { as: superadmin, params })).body
        .ownerInvitation
    expect(await invitation()).toMatchObject({ name, email: mistyped })
    const invite = (email: string) =>
      server.call(workspaces.inviteWorkspaceOwner, { as: superadmin, params, body: { name, email } })
    expect((await invite(right)).status).toBe(204)
    expect(await invitation()).toMatchObject({ name, email: right })
    expect((await invite(superadmin.email)).status).toBe(409)
    const linkTo = async (to: string) => {
      const { body } = await server.call(contract.listMails, { as: superadmin, query: { q: to } })
      return body.items[0]!.text.match(/\/auth\/accept-invite#token=(\S+)/)![1]!
    }
    const accept = async (to: string) =>
      server.call(acceptInvitation, {
        body: { token: await linkTo(to), name, password: 'harbour lantern bright' },
      })
    expect((await accept(mistyped)).status).toBe(422)
    expect((await accept(right)).status).toBe(200)
    expect(await invitation()).toBeNull()
    expect((await invite(`${newId().slice(-12)}@example.com`)).status).toBe(409)
    expect(await listActions(made.id)).toContain('invitation.sent')
  })
})

describe('a suspended workspace', () => {
  it('signs everyone out on every node, ends their streams and refuses sign-ins until it is resumed', async () => {
    const owner = await addOwner()
    const password = 'correct horse battery'
    await server.db
      .updateTable('logins')
      .set({ password_hash: await hashPassword(password) })
      .where('email', '=', owner.email)
      .execute()
    const stream = await followEvents(node, owner)
    expect((await node.call(getCurrentUser, { as: owner })).status).toBe(200)
    const params = { id: owner.workspaceId }
    const suspend = () =>
      server.call(workspaces.suspendWorkspace, { as: superadmin, params, body: { reason: 'Unpaid' } })
    expect((await suspend()).body).toMatchObject({ state: 'suspended', suspensionReason: 'Unpaid' })
    expect((await suspend()).status).toBe(409)
    await stream.ended
    expect((await node.call(getCurrentUser, { as: owner })).status).toBe(401)
    expect((await server.call(getCurrentUser, { as: owner })).status).toBe(401)

    const signIn = (typed: string) => server.call(login, { body: { email: owner.email, password: typed } })
    const wrong = await signIn('not the password')
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Incorrect email or password'])
    const right = await signIn(password)
    expect([right.status, right.body.message]).toEqual([
      403,
      'Your workspace is suspended. Contact the administrator of this installation.',
    ])
    await server.call(workspaces.resumeWorkspace, { as: superadmin, params })
    expect((await signIn(password)).status).toBe(200)
    expect(await listActions(owner.workspaceId)).toEqual([
      'workspace.suspended',
      'login.failed',
      'login.failed',
      'workspace.resumed',
      'login',
    ])
  })

  it('names only active owners to the installation', async () => {
    const owner = await addOwner()
    const gone = await server.addUser(owner.workspaceId, 'owner')
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute()
    const params = { id: owner.workspaceId }
    const { body } = await server.call(workspaces.getAdministeredWorkspace, { as: superadmin, params })
    expect(body.owners.map(({ id }) => id)).toEqual([owner.id])
  })

  it("is never the superadmin's own", async () => {
    const params = { id: superadmin.workspaceId }
    const { status } = await server.call(workspaces.suspendWorkspace, {
      as: superadmin,
      params,
      body: { reason: 'A slip' },
    })
    expect(status).toBe(409)
    expect((await server.call(getCurrentUser, { as: superadmin })).status).toBe(200)
  })
})

describe('listAllUsers', () => {
  it('finds users of every workspace by name and email, page by page', async () => {
    const mark = newId().slice(-12)
    const workspaceIds = [await addOwner(), await addOwner()].map((owner) => owner.workspaceId)
    for (const workspaceId of [...workspaceIds, ...workspaceIds])
      await server.addUser(workspaceId, 'viewer', { name: `Vera ${mark}` })
    const query = { q: `VERA ${mark}`, limit: 3 }
    const first = (await server.call(people.listAllUsers, { as: superadmin, query })).body
    expect([first.items.length, first.total.value]).toEqual([3, 4])
    expect(new Set(first.items.map(({ workspace }) => workspace.id))).toEqual(new Set(workspaceIds))
    const rest = (
      await server.call(people.listAllUsers, {
        as: superadmin,
        query: { ...query, cursor: first.nextCursor! },
      })
    ).body
    expect(rest.items).toHaveLength(1)
    const { email } = rest.items[0]!
    const found = await server.call(people.listAllUsers, { as: superadmin, query: { q: email } })
    expect(found.body.items).toMatchObject([{ email }])
    const alone = { id: rest.items[0]!.id } as never
    const one = await server.call(people.listAllUsers, { as: superadmin, query: alone })
    expect(one.body.items).toEqual(rest.items)
  })
})

describe('suspendUser', () => {
  it('signs out a user of another workspace, who can be reinstated', async () => {
    const owner = await addOwner()
    const params = { id: owner.id }
    expect((await server.call(people.suspendUser, { as: superadmin, params })).body.status).toBe('suspended')
    expect((await server.call(getCurrentUser, { as: owner })).status).toBe(401)
    expect((await server.call(people.mailUserPasswordLink, { as: superadmin, params })).status).toBe(409)
    expect((await server.call(people.reinstateUser, { as: superadmin, params })).body.status).toBe('active')
    expect((await server.call(people.mailUserPasswordLink, { as: superadmin, params })).status).toBe(204)
    expect(await listActions(owner.workspaceId)).toEqual([
      'user.suspended',
      'user.reinstated',
      'password.link_asked',
    ])
  })

  it('refuses the requester and other superadmins', async () => {
    const other = await server.addUser(superadmin.workspaceId, 'superadmin')
    for (const { id } of [superadmin, other])
      expect((await server.call(people.suspendUser, { as: superadmin, params: { id } })).status).toBe(409)
  })
})

describe('jobs', () => {
  async function addJob(state: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, state, policy, output, retry_count, retry_limit, started_on)
      values ('send-mail', '{}', ${state}::pgboss.job_state, 'standard', '{"message":"No such host"}', 2, 2, now())
      returning id
    `.execute(server.db)
    return rows[0]!.id
  }

  it('are counted by queue, with their schedules', async () => {
    await addJob('failed')
    const { body } = await server.call(listQueues, { as: superadmin })
    const queue = body.items.find(({ name }) => name === 'send-mail')
    expect(queue?.failed.value).toBeGreaterThan(0)
    expect(body.items.map(({ name }) => name)).not.toContainEqual(expect.stringMatching(/^__/))
  })

  it('can be retried after they failed or were cancelled, and cancelled while they wait', async () => {
    const id = await addJob('failed')
    const { body: list } = await server.call(listJobs, {
      as: superadmin,
      query: { queue: 'send-mail', state: 'failed', q: 'no such HOST' } as never,
    })
    expect(list.items.find((job) => job.id === id)).toMatchObject({ error: 'No such host', attempts: 3 })
    const alone = { id } as never
    const one = await server.call(listJobs, { as: superadmin, query: alone })
    expect(one.body.items.map((job) => job.id)).toEqual([id])
    const act = async (endpoint: typeof retryJob | typeof cancelJob) => {
      const { status, body } = await server.call(endpoint, { as: superadmin, params: { id } })
      return status === 200 ? body.state : status
    }
    expect(await act(cancelJob)).toBe(409)
    expect(await act(retryJob)).toBe('waiting')
    expect(await act(retryJob)).toBe(409)
    expect(await act(cancelJob)).toBe('cancelled')
    expect(await act(retryJob)).toBe('waiting')
  })

  it.each(['failed', 'cancelled'])(
    'that %s while they waited for another attempt are retried at once',
    async (state) => {
      const id = await addJob(state)
      await sql`update pgboss.job set start_after = now() + interval '1 hour' where id = ${id}`.execute(
        server.db,
      )
      const { body } = await server.call(retryJob, { as: superadmin, params: { id } })
      expect(Date.parse(body.startAfter)).toBeLessThanOrEqual(Date.now() + 1000)
    },
  )

  it('are refused a retry while another one of a queue with one at a time is waiting', async () => {
    const add = async (state: string) => {
      const { rows } = await sql<{ id: string }>`
        insert into pgboss.job (name, data, state, policy) values ('reconcile-stripe', '{}', ${state}::pgboss.job_state, 'stately')
        returning id
      `.execute(server.db)
      return rows[0]!.id
    }
    const id = await add('cancelled')
    await add('created')
    const { status, body } = await server.call(retryJob, { as: superadmin, params: { id } })
    expect([status, body]).toMatchObject([409, { message: 'Another job of this queue is already waiting' }])
  })
})

describe('listMails', () => {
  it('lists unsent emails, newest first, and resends them', async () => {
    for (const subject of ['First', 'Second'])
      await queueMail(server.db, server.services, superadmin.workspaceId, {
        to: 'somebody@example.com',
        subject,
        text: `The ${subject}`,
        html: `<p>The ${subject}</p>`,
      })
    const { body } = await server.call(contract.listMails, { as: superadmin, query: { q: 'somebody' } })
    expect(body.items).toMatchObject([
      { subject: 'Second', text: 'The Second', to: 'somebody@example.com', sentAt: null, state: 'waiting' },
      { subject: 'First' },
    ])
    const { id } = body.items[0]!
    const alone = { id } as never
    const one = await server.call(contract.listMails, { as: superadmin, query: alone })
    expect(one.body.items).toEqual([body.items[0]])
    await server.db.updateTable('mails').set({ error: 'No such host' }).where('id', '=', id).execute()
    const failed = { q: 'somebody', state: 'failed' } as never
    const { body: found } = await server.call(contract.listMails, { as: superadmin, query: failed })
    expect(found.items.map((mail) => mail.id)).toEqual([id])
    expect((await server.call(contract.resendMail, { as: superadmin, params: { id } })).status).toBe(204)
    expect((await server.call(contract.listMails, { as: superadmin, query: failed })).body.items).toEqual([])
    // The second node has no mail server.
    expect((await node.call(contract.resendMail, { as: superadmin, params: { id } })).status).toBe(409)
  })
})

describe('listAllAuditLogs', () => {
  it('lists the actions in every workspace and who took them', async () => {
    const { workspaceId } = await addOwner()
    const params = { id: workspaceId }
    await server.call(workspaces.renameWorkspace, { as: superadmin, params, body: { name: 'Renamed here' } })
    const { body } = await server.call(listAllAuditLogs, {
      as: superadmin,
      query: { q: 'renamed HERE', action: 'workspace.renamed' as never },
    })
    expect(body.items).toMatchObject([
      { workspace: { id: workspaceId, name: 'Renamed here' }, user: { id: superadmin.id } },
    ])
    expect(body.total.value).toBe(1)
    const alone = { id: body.items[0]!.id } as never
    const one = await server.call(listAllAuditLogs, { as: superadmin, query: alone })
    expect(one.body.items).toEqual(body.items)
  })
})

describe('getInstallation', () => {
  it('describes the database, jobs, disk and every node', async () => {
    const { body } = await server.call(contract.getInstallation, { as: superadmin })
    expect(body.database.connections).toBeGreaterThan(0)
    expect(body.database.bytes).toBeGreaterThan(1_000_000)
    expect(body.disk.freeBytes).toBeGreaterThan(0)
    expect(body.database.migration).toMatch(/^\d{4}_/)
    expect(body.replicas).toEqual([])
  })

  it("reports whether the server's role could change the audit log", async () => {
    const ask = async () =>
      (await server.call(contract.getInstallation, { as: superadmin })).body.database.auditLogProtected
    expect(await ask()).toBe(true)
    const owner = connect(server.ownerConnectionString, 1)
    await sql`grant truncate on audit_logs to public`.execute(owner)
    expect(await ask()).toBe(false)
    await sql`revoke truncate on audit_logs from public`.execute(owner)
    await owner.destroy()
  })

  it('shows the load of each node, marks silent ones and leaves out stopped ones', async () => {
    const { services } = server
    const one = await startHeartbeat(services)
    const worker = { ...services, config: { ...services.config, process: 'worker' as const } }
    const other = await startHeartbeat(worker)
    await sql`update nodes set seen_at = now() - interval '1 minute' where id = ${other.id}`.execute(
      server.db,
    )
    await server.call(contract.getInstallation, { as: superadmin })
    await one.beat()
    const { body } = await server.call(contract.getInstallation, { as: superadmin })
    expect(body.nodes).toMatchObject([
      { id: one.id, process: 'all', isSilent: false, pid: process.pid, liveBehind: 0 },
      { id: other.id, process: 'worker', isSilent: true },
    ])
    expect(body.nodes[0]!.callsPerSecond).toBeGreaterThan(0)
    await one.stop()
    await other.stop()
    expect((await server.call(contract.getInstallation, { as: superadmin })).body.nodes).toEqual([])
  })
})

describe('getStorage', () => {
  it('lists what uses storage, the largest first', async () => {
    const { body } = await server.call(contract.getStorage, { as: superadmin })
    const sizes = body.tables.map(({ bytes }) => bytes)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    const names = body.tables.map(({ name }) => name)
    for (const name of ['applications', 'audit_logs', 'pgboss.job']) expect(names).toContain(name)
    expect(body.databaseBytes).toBeGreaterThan(sizes.reduce((sum, bytes) => sum + bytes, 0) / 2)
    expect(body.disk.freeBytes).toBeGreaterThan(0)
  })
})

describe('a list of the installation', () => {
  it('of users is filtered by workspace, role and status, and leaves out the deleted', async () => {
    const { workspaceId } = await addOwner()
    const [zoe, anna, gone] = [
      await server.addUser(workspaceId, 'viewer', { name: 'Zoe' }),
      await server.addUser(workspaceId, 'recruiter', { name: 'anna' }),
      await server.addUser(workspaceId, 'viewer', { name: 'Gone' }),
    ]
    await server.db
      .updateTable('users')
      .set({ status: 'suspended', deleted_at: sql`now()` })
      .where('id', '=', gone.id)
      .execute()
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', zoe.id).execute()
    const list = async (query: object) => {
      const { body } = await server.call(people.listAllUsers, {
        as: superadmin,
        query: { workspaceId, ...query } as never,
      })
      return body.items.map(({ name }) => name)
    }
    expect(await list({ role: ['viewer', 'recruiter'], sort: 'name' })).toEqual(['anna', 'Zoe'])
    expect(await list({ role: ['viewer', 'recruiter'], sort: '-name' })).toEqual(['Zoe', 'anna'])
    expect(await list({ role: 'viewer' })).toEqual(['Zoe'])
    expect(await list({ status: 'suspended' })).toEqual(['Zoe'])
    expect(await list({ q: anna.email })).toEqual(['anna'])
    const { body } = await server.call(workspaces.getAdministeredWorkspace, {
      as: superadmin,
      params: { id: workspaceId },
    })
    expect(body.users).toBe(3)
    const params = { id: gone.id }
    expect((await server.call(people.suspendUser, { as: superadmin, params })).status).toBe(404)
  })

  it('of workspaces shows the active without the suspended, and the other way round', async () => {
    const [open, shut] = [await addOwner(), await addOwner()]
    const params = { id: shut.workspaceId }
    await server.call(workspaces.suspendWorkspace, { as: superadmin, params, body: { reason: 'Unpaid' } })
    const list = async (state: string) => {
      const query = { state, limit: 200 } as never
      const { body } = await server.call(workspaces.listWorkspaces, { as: superadmin, query })
      return body.items.map(({ id }) => id).filter((id) => [open.workspaceId, shut.workspaceId].includes(id))
    }
    expect([await list('active'), await list('suspended')]).toEqual([[open.workspaceId], [shut.workspaceId]])
    expect((await server.call(getCurrentUser, { as: open })).status).toBe(200)
  })

  it('of the audit log is filtered by workspace, user, address and time', async () => {
    const [one, other] = [await addOwner(), await addOwner()]
    const [before, at, after] = ['2031-01-01', '2031-01-02', '2031-01-03'].map(
      (day) => `${day}T00:00:00.000Z`,
    )
    const ids: string[] = []
    for (const { workspaceId, id } of [one, other]) {
      ids.push(newId())
      await server.db
        .insertInto('audit_logs')
        .values({
          ...{ workspace_id: workspaceId, id: ids.at(-1)!, user_id: id, action: 'login', at },
          ip: id === one.id ? '203.0.113.7' : '203.0.113.8',
        })
        .execute()
    }
    const list = async (query: object) => {
      const { body } = await server.call(listAllAuditLogs, {
        as: superadmin,
        query: { from: before, to: after, ...query } as never,
      })
      return body.items.map(({ id }) => ids.indexOf(id)).toSorted()
    }
    expect(await list({})).toEqual([0, 1])
    expect(await list({ workspaceId: one.workspaceId })).toEqual([0])
    expect(await list({ userId: other.id })).toEqual([1])
    expect(await list({ ip: '203.0.113.7' })).toEqual([0])
    // The first moment counts, the last one does not.
    expect(await list({ from: at })).toEqual([0, 1])
    expect(await list({ to: at })).toEqual([])
  })
})

describe('what the installation refuses', () => {
  it('is to write to, reinstate or view as users who cannot sign in, and says why', async () => {
    const owner = await addOwner()
    const params = { id: owner.id }
    expect((await server.call(people.reinstateUser, { as: superadmin, params })).status).toBe(409)
    const workspace = { id: owner.workspaceId }
    const reason = { reason: 'Unpaid' }
    await server.call(workspaces.suspendWorkspace, { as: superadmin, params: workspace, body: reason })
    const { body: all } = await server.call(people.listAllUsers, {
      as: superadmin,
      query: { workspaceId: owner.workspaceId },
    })
    expect(all.items[0]).toMatchObject({
      workspace: { suspended: true },
      can: { suspend: true, reinstate: false, mailLink: false, impersonate: false },
      whyNot: { mailLink: 'Their workspace is suspended', impersonate: 'Their workspace is suspended' },
    })
    expect((await server.call(people.mailUserPasswordLink, { as: superadmin, params })).status).toBe(409)
    const view = { userId: owner.id, reason: 'Support' }
    expect((await server.call(people.impersonate, { as: superadmin, body: view })).status).toBe(409)
  })

  it('is another owner while a suspended one is left, and anything of a workspace that is none', async () => {
    const owner = await addOwner()
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', owner.id).execute()
    const body = { name: 'Olga', email: `${newId().slice(-12)}@example.com` }
    const invite = (id: string) =>
      server.call(workspaces.inviteWorkspaceOwner, { as: superadmin, params: { id }, body })
    expect((await invite(owner.workspaceId)).status).toBe(409)
    const params = { id: newId() }
    expect((await invite(params.id)).status).toBe(404)
    for (const call of [
      server.call(workspaces.renameWorkspace, { as: superadmin, params, body: { name: 'None' } }),
      server.call(workspaces.getAdministeredWorkspace, { as: superadmin, params }),
      server.call(workspaces.resumeWorkspace, { as: superadmin, params }),
    ])
      expect((await call).status).toBe(404)
  })

  it('is a workspace in no country, of which nothing is left', async () => {
    const body = {
      ...{ name: 'Nowhere Staffing', ownerName: 'Olga', ownerEmail: `${newId().slice(-12)}@example.com` },
      defaultCountry: 'XX',
    }
    expect((await server.call(workspaces.createWorkspace, { as: superadmin, body })).status).toBe(422)
    const { body: found } = await server.call(workspaces.listWorkspaces, {
      as: superadmin,
      query: { q: 'Nowhere Staffing' },
    })
    expect(found.items).toEqual([])
  })

  it('is no second entry in the audit log for a workspace that was not suspended', async () => {
    const { workspaceId } = await addOwner()
    const params = { id: workspaceId }
    expect((await server.call(workspaces.resumeWorkspace, { as: superadmin, params })).status).toBe(200)
    expect(await listActions(workspaceId)).toEqual([])
  })
})

describe('a job', () => {
  async function addJob(state: string, name = 'send-mail') {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, state, policy, output, retry_count, retry_limit)
      values (${name}, '{}', ${state}::pgboss.job_state, 'standard', '{"message":"Bad luck"}', 0, 2)
      returning id
    `.execute(server.db)
    return rows[0]!.id
  }

  it('that runs is neither retried nor canceled, and one that is done has no error', async () => {
    const [running, done, again] = [await addJob('active'), await addJob('completed'), await addJob('retry')]
    const { body } = await server.call(listJobs, {
      as: superadmin,
      query: { id: [running, done, again] } as never,
    })
    const of = (id: string) => body.items.find((job) => job.id === id)
    expect(of(running)).toMatchObject({ state: 'running', can: { retry: false, cancel: false } })
    expect(of(done)).toMatchObject({ state: 'done', error: null, can: { retry: false, cancel: false } })
    expect(of(again)).toMatchObject({ state: 'waiting', attempts: 0, can: { retry: false, cancel: true } })
    for (const id of [running, done])
      for (const endpoint of [retryJob, cancelJob])
        expect((await server.call(endpoint, { as: superadmin, params: { id } })).status).toBe(409)
    const { body: waiting } = await server.call(listJobs, {
      as: superadmin,
      query: { state: 'waiting', q: 'BAD luck' } as never,
    })
    expect(waiting.items.map(({ id }) => id)).toEqual([again])
  })

  it('shows its workspace, its attempts and when it starts, newest first, without those of the queues', async () => {
    const { workspaceId } = superadmin
    const add = async (name: string, minutes: number) => {
      const { rows } = await sql<{ id: string }>`
        insert into pgboss.job (name, data, policy, retry_limit, created_on, start_after)
        values (${name}, ${JSON.stringify({ workspaceId })}::jsonb, 'standard', 2,
          now() - make_interval(mins => ${minutes}), now() + interval '1 hour')
        returning id`.execute(server.db)
      return rows[0]!.id
    }
    const ids = [await add('send-mail', 2), await add('send-mail', 1), await add('__pgboss__send-it', 3)]
    const { body } = await server.call(listJobs, { as: superadmin, query: { id: ids } as never })
    expect(body.items.map(({ id }) => id)).toEqual([ids[1], ids[0]])
    const [job] = body.items
    expect(job).toMatchObject({ workspaceId, attempts: 0, mostAttempts: 3 })
    expect(Date.parse(job!.startAfter)).toBeGreaterThan(Date.parse(job!.createdAt))
  })

  it('that is retried or canceled is in the audit log with its queue', async () => {
    const id = await addJob('failed')
    for (const endpoint of [retryJob, cancelJob])
      await server.call(endpoint, { as: superadmin, params: { id } })
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', superadmin.workspaceId)
      .where(sql<boolean>`to_jsonb(audit_logs)::text like ${`%${id}%`}`)
      .orderBy('id')
      .select(['action', 'details'])
      .execute()
    expect(entries).toMatchObject([
      { action: 'job.retried', details: { queue: 'send-mail' } },
      { action: 'job.cancelled', details: { queue: 'send-mail' } },
    ])
  })

  it('is late from when it could have started, and one that failed is not done', async () => {
    const queue = async () => {
      const { body } = await server.call(listQueues, { as: superadmin })
      return body.items.find(({ name }) => name === 'remove-files')!
    }
    await sql`insert into pgboss.job (name, state, policy, start_after, completed_on) values
      ('remove-files', 'created', 'standard', now() + interval '1 hour', null),
      ('remove-files', 'failed', 'standard', now(), now())`.execute(server.db)
    const before = await queue()
    expect([before.waiting.value, before.oldestWaitingAt, before.lastDoneAt]).toEqual([1, null, null])
    await sql`insert into pgboss.job (name, state, policy, start_after) values
      ('remove-files', 'retry', 'standard', now() - interval '1 hour')`.execute(server.db)
    const after = await queue()
    expect([after.waiting.value, typeof after.oldestWaitingAt]).toEqual([2, 'string'])
  })
})

describe('an email', () => {
  it('that was canceled is not sent again, whatever else it is', async () => {
    const { workspaceId } = await addOwner()
    await queueMail(server.db, server.services, workspaceId, {
      ...{ to: 'canceled@example.com', subject: 'Link', text: 'Link', html: '<p>Link</p>' },
    })
    const query = { workspaceId } as never
    const read = async () => (await server.call(contract.listMails, { as: superadmin, query })).body.items[0]!
    const { id } = await read()
    const set = (values: object) => server.db.updateTable('mails').set(values).where('id', '=', id).execute()
    await set({ error: 'No such host' })
    expect(await read()).toMatchObject({ state: 'failed', canResend: true })
    const resend = () => server.call(contract.resendMail, { as: superadmin, params: { id } })
    expect((await resend()).status).toBe(204)
    expect(await read()).toMatchObject({ state: 'waiting', error: null })
    expect(await listActions(workspaceId)).toEqual(['mail.resent'])
    await set({ canceled_at: sql`now()`, error: 'No such host' })
    expect(await read()).toMatchObject({ state: 'canceled', canResend: false })
    expect((await resend()).status).toBe(409)
    for (const [state, count] of [
      ['failed', 0],
      ['waiting', 0],
      ['sent', 0],
      ['canceled', 1],
    ] as const) {
      const filter = { workspaceId, state } as never
      const { body } = await server.call(contract.listMails, { as: superadmin, query: filter })
      expect([state, body.items.length]).toEqual([state, count])
    }
  })
})
