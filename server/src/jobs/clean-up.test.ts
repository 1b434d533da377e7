import { createApplication } from '@muster/contract/applications.ts'
import { fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { deviceDays } from '../http/device-cookie.ts'
import { runJobs } from '../run-jobs.ts'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { cleanUp } from './clean-up.ts'

let server: TestServer
let user: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  user = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

const ago = (time: string) => sql<string>`now() - ${time}::interval`

async function deleteUser(time: string): Promise<void> {
  await server.db
    .updateTable('users')
    .set({ deleted_at: ago(time), status: 'suspended' })
    .where('id', '=', user.id)
    .execute()
}

async function addView(deletedFor: string): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('saved_views')
    .values({
      workspace_id: user.workspaceId,
      id,
      user_id: user.id,
      screen: 'candidates',
      name: `View ${id}`,
      deleted_at: ago(deletedFor),
    })
    .execute()
  return id
}

async function addDelivery(state: string, age: string): Promise<string> {
  const webhookId = newId()
  await server.db
    .insertInto('outgoing_webhooks')
    .values({
      workspace_id: user.workspaceId,
      id: webhookId,
      url: 'https://hooks.example/',
      events: ['application.created'],
      secret: 'sealed',
      created_by: user.id,
    })
    .execute()
  const { id } = await server.db
    .insertInto('webhook_deliveries')
    .values({
      workspace_id: user.workspaceId,
      webhook_id: webhookId,
      event: 'application.created',
      state,
      created_at: ago(age),
      ...(state === 'pending' ? {} : { next_attempt_at: null, ended_at: ago(age) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addQueue(deletedFor: string | null): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('call_queues')
    .values({
      ...{ workspace_id: user.workspaceId, id, name: `Mornings ${id}`, order: 'newest' },
      ...{ call_from: 540, call_to: 1140, weekdays: [1], max_tries: 5, tries_per_day: 2, hours_between: 3 },
      ...{ created_by: user.id, deleted_at: deletedFor && ago(deletedFor) },
    })
    .execute()
  return id
}

async function addCampaign(deletedFor: string | null): Promise<string> {
  const [id, agentId] = [newId(), newId()]
  const { workspaceId } = user
  await server.db
    .insertInto('agents')
    .values({ workspace_id: workspaceId, id: agentId, name: `Vera ${id}`, kind: 'voice' })
    .execute()
  await server.db
    .insertInto('voice_campaigns')
    .values({
      ...{ workspace_id: workspaceId, id, name: `Nurses ${id}`, agent_id: agentId, max_concurrent: 1 },
      ...{ currency: 'EUR', only_with_consent: true, created_by: user.id },
      deleted_at: deletedFor && ago(deletedFor),
    })
    .execute()
  return id
}

/** Adds a call of a campaign that was not reported to have ended. */
async function addCall(campaignId: string, age: string): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('calls')
    .values({
      ...{ workspace_id: user.workspaceId, id, campaign_id: campaignId, direction: 'outbound' },
      ...{ lifecycle: 'in_progress', started_at: ago(age) },
    })
    .execute()
  return id
}

async function addFieldChange(state: 'waiting' | 'done', age: string): Promise<string> {
  const [id, fieldId] = [newId(), newId()]
  const workspace_id = user.workspaceId
  await server.db
    .insertInto('custom_fields')
    .values({
      ...{ workspace_id, id: fieldId, subject: 'candidate', type: 'text', ordinal: 0 },
      ...{ key: `k${fieldId}`, label: `K ${fieldId}` },
    })
    .execute()
  await server.db
    .insertInto('custom_field_changes')
    .values({
      ...{ workspace_id, id, field_id: fieldId, kind: 'type', state },
      ...{ before: '{}', after: '{}', created_at: ago(age) },
    })
    .execute()
  return id
}

async function addClaim(email: string, { expired, age = expired }: { expired: string; age?: string }) {
  await server.db
    .insertInto('email_claims')
    .values({
      workspace_id: user.workspaceId,
      user_id: user.id,
      email,
      expires_at: ago(expired),
      created_at: ago(age),
    })
    .execute()
}

type Table = 'saved_views' | 'webhook_deliveries' | 'call_queues' | 'voice_campaigns' | 'custom_field_changes'

/** Tells whether the row still exists. */
async function exists(table: Table, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(server.db)
  return rows.length === 1
}

/** Tells of each row whether it still exists. */
async function whichExist(table: Table, ids: readonly string[]): Promise<boolean[]> {
  const found = []
  for (const id of ids) found.push(await exists(table, id))
  return found
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where user_id = ${user.id}`.execute(server.db)
  return rows[0]!.n
}

describe('the nightly clean-up', () => {
  it('keeps a deleted view for 30 days, so that it can be restored', async () => {
    const [recent, old] = [await addView('29 days'), await addView('31 days')]
    await cleanUp(server.db)
    expect([await exists('saved_views', recent), await exists('saved_views', old)]).toEqual([true, false])
  })

  it('keeps a view that is not deleted', async () => {
    const id = await addView('1 day')
    await server.db
      .updateTable('saved_views')
      .set({ deleted_at: null, created_at: ago('1 year') })
      .where('id', '=', id)
      .execute()
    await cleanUp(server.db)
    expect(await exists('saved_views', id)).toBe(true)
  })

  it('never deletes a pending delivery, however old', async () => {
    const id = await addDelivery('pending', '90 days')
    await cleanUp(server.db)
    expect(await exists('webhook_deliveries', id)).toBe(true)
  })

  it.each(['delivered', 'failed'])('keeps a %s delivery for 30 days', async (state) => {
    const [recent, old] = [await addDelivery(state, '29 days'), await addDelivery(state, '31 days')]
    await cleanUp(server.db)
    expect(await exists('webhook_deliveries', recent)).toBe(true)
    expect(await exists('webhook_deliveries', old)).toBe(false)
  })

  it('lets a user deleted within 30 days come back and sign in', async () => {
    await deleteUser('29 days')
    await cleanUp(server.db)
    expect(await countOf('logins')).toBe(1)
  })

  it('deletes the credentials of a user deleted before that', async () => {
    await deleteUser('31 days')
    await cleanUp(server.db)
    expect(await countOf('logins')).toBe(0)
  })

  it("keeps everybody else's credentials", async () => {
    await cleanUp(server.db)
    expect(await countOf('logins')).toBe(1)
  })

  it('keeps a change of address that can still be confirmed, or expired within 7 days', async () => {
    await addClaim(`new-${user.email}`, { expired: '6 days', age: '8 days' })
    await cleanUp(server.db)
    expect(await countOf('email_claims')).toBe(1)
  })

  it('deletes a change of address that expired before that', async () => {
    await addClaim(`new-${user.email}`, { expired: '8 days' })
    await cleanUp(server.db)
    expect(await countOf('email_claims')).toBe(0)
  })

  it('keeps the claim to a current address until its user has been deleted for 30 days', async () => {
    await addClaim(user.email, { expired: '90 days' })
    await cleanUp(server.db)
    await deleteUser('29 days')
    await cleanUp(server.db)
    expect(await countOf('email_claims')).toBe(1)
    await deleteUser('31 days')
    await cleanUp(server.db)
    expect(await countOf('email_claims')).toBe(0)
  })

  it('repeats responses for 2 days, and deletes older idempotency keys', async () => {
    const attempt = { workspace_id: user.workspaceId, user_id: user.id, endpoint: 'x', request_hash: 'x' }
    await server.db
      .insertInto('idempotency_keys')
      .values([
        { ...attempt, key: 'recent', created_at: ago('47 hours') },
        { ...attempt, key: 'old', created_at: ago('49 hours') },
      ])
      .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('idempotency_keys')
      .where('user_id', '=', user.id)
      .select('key')
      .execute()
    expect(left).toEqual([{ key: 'recent' }])
  })

  it('keeps events for a day, for browsers that reconnect', async () => {
    const event = JSON.stringify({ kind: 'notified', userId: user.id, actorId: null })
    for (const age of ['23 hours', '25 hours'])
      await server.db
        .insertInto('live_events')
        .values({ workspace_id: user.workspaceId, event, at: ago(age) })
        .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('live_events')
      .where('workspace_id', '=', user.workspaceId)
      .select(sql<boolean>`at > now() - interval '1 day'`.as('recent'))
      .execute()
    expect(left).toEqual([{ recent: true }])
  })

  it('keeps failed sign-ins for a day', async () => {
    const attempt = { failures: 9 }
    await server.db
      .insertInto('login_failures')
      .values([
        { ...attempt, key: `recent-${user.id}`, first_at: ago('23 hours') },
        { ...attempt, key: `old-${user.id}`, first_at: ago('25 hours') },
      ])
      .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('login_failures')
      .where('key', 'like', `%-${user.id}`)
      .select('key')
      .execute()
    expect(left).toEqual([{ key: `recent-${user.id}` }])
  })

  it('keeps sign-in attempts to unknown addresses for 90 days, and used links for 30', async () => {
    for (const age of ['89 days', '91 days'])
      await server.db
        .insertInto('unknown_logins')
        .values({ id: newId(), email_hash: `${user.id} ${age}`, at: ago(age) })
        .execute()
    for (const age of ['29 days', '31 days'])
      await server.db
        .insertInto('spent_email_links')
        .values({
          workspace_id: user.workspaceId,
          user_id: user.id,
          hash: `${user.id} ${age}`,
          spent_at: ago(age),
        })
        .execute()
    await cleanUp(server.db)
    const unknown = await server.db
      .selectFrom('unknown_logins')
      .where('email_hash', 'like', `${user.id}%`)
      .select('email_hash')
      .execute()
    const spent = await server.db
      .selectFrom('spent_email_links')
      .where('user_id', '=', user.id)
      .select('hash')
      .execute()
    expect(unknown).toEqual([{ email_hash: `${user.id} 89 days` }])
    expect(spent).toEqual([{ hash: `${user.id} 29 days` }])
  })

  it('keeps a deleted report for 30 days, so that it can be restored', async () => {
    for (const age of ['29 days', '31 days'])
      await server.db
        .insertInto('saved_reports')
        .values({
          workspace_id: user.workspaceId,
          id: newId(),
          user_id: user.id,
          name: age,
          query: '{}',
          deleted_at: ago(age),
        })
        .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('saved_reports')
      .where('user_id', '=', user.id)
      .select('name')
      .execute()
    expect(left).toEqual([{ name: '29 days' }])
  })

  it('keeps a deleted report dashboard for 30 days with its tiles, and one that is not deleted', async () => {
    const of = { workspace_id: user.workspaceId }
    const report = newId()
    await server.db
      .insertInto('saved_reports')
      .values({ ...of, id: report, user_id: user.id, name: 'On dashboards', query: '{}' })
      .execute()
    for (const age of ['29 days', '31 days', null]) {
      const id = newId()
      await server.db
        .insertInto('report_dashboards')
        .values({ ...of, id, user_id: user.id, name: age ?? 'kept', deleted_at: age && ago(age) })
        .execute()
      await server.db
        .insertInto('report_dashboard_tiles')
        .values({ ...of, dashboard_id: id, report_id: report, ordinal: 0, width: 1, height: 'small' })
        .execute()
    }
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('report_dashboards')
      .innerJoin('report_dashboard_tiles', 'report_dashboard_tiles.dashboard_id', 'report_dashboards.id')
      .where('report_dashboards.user_id', '=', user.id)
      .orderBy('name')
      .select('name')
      .execute()
    expect(left).toEqual([{ name: '29 days' }, { name: 'kept' }])
  })

  it('takes the tile of a report that is removed for good, and keeps the report dashboard', async () => {
    const of = { workspace_id: user.workspaceId, user_id: user.id }
    const [gone, kept, dashboard] = [newId(), newId(), newId()]
    await server.db
      .insertInto('saved_reports')
      .values([
        { ...of, id: gone, name: 'Deleted long ago', query: '{}', deleted_at: ago('31 days') },
        { ...of, id: kept, name: 'Deleted lately', query: '{}', deleted_at: ago('29 days') },
      ])
      .execute()
    await server.db
      .insertInto('report_dashboards')
      .values({ ...of, id: dashboard, name: 'Of two reports' })
      .execute()
    await server.db
      .insertInto('report_dashboard_tiles')
      .values(
        [gone, kept].map((report_id, ordinal) => ({
          workspace_id: user.workspaceId,
          dashboard_id: dashboard,
          report_id,
          ordinal,
          width: 1,
          height: 'small',
        })),
      )
      .execute()
    await cleanUp(server.db)
    const tiles = await server.db
      .selectFrom('report_dashboard_tiles')
      .where('dashboard_id', '=', dashboard)
      .select('report_id')
      .execute()
    expect(tiles).toEqual([{ report_id: kept }])
  })

  it('forgets after an hour who viewed a record', async () => {
    const visits = { workspace_id: user.workspaceId, user_id: user.id, subject_type: 'board' }
    const [recent, old] = [newId(), newId()]
    await server.db
      .insertInto('visits')
      .values([
        { ...visits, id: recent, subject_id: newId(), seen_at: ago('59 minutes') },
        { ...visits, id: old, subject_id: newId(), seen_at: ago('61 minutes') },
      ])
      .execute()
    await cleanUp(server.db)
    const left = await server.db.selectFrom('visits').where('user_id', '=', user.id).select('id').execute()
    expect(left).toEqual([{ id: recent }])
  })

  it('forgets a node that was not seen for a day', async () => {
    const node = { version: '1', node_version: '24', process: 'all', pid: 1, host: `of ${user.id}` }
    const [recent, old] = [newId(), newId()]
    await server.db
      .insertInto('nodes')
      .values([
        { ...node, id: recent, seen_at: ago('23 hours') },
        { ...node, id: old, seen_at: ago('25 hours') },
      ])
      .execute()
    await cleanUp(server.db)
    const left = await server.db.selectFrom('nodes').where('host', '=', node.host).select('id').execute()
    expect(left).toEqual([{ id: recent }])
  })

  it('keeps how many emails an address got for as long as they count', async () => {
    const count = (name: string, until: string) => ({
      key: `${name} ${user.id}`,
      times: sql<string[]>`array[now()]`,
      until: ago(until),
    })
    await server.db
      .insertInto('mail_counts')
      .values([count('counts', '-1 minute'), count('counted', '1 minute')])
      .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('mail_counts')
      .where('key', 'like', `%${user.id}`)
      .select('key')
      .execute()
    expect(left).toEqual([{ key: `counts ${user.id}` }])
  })

  it('keeps what was sent of a report for 180 days', async () => {
    const { workspaceId } = user
    const reportId = newId()
    const report = { workspace_id: workspaceId, id: reportId, user_id: user.id, name: 'Calls', query: '{}' }
    await server.db.insertInto('saved_reports').values(report).execute()
    const [kept, over] = [newId(), newId()]
    for (const [id, age] of [
      [kept, '179 days'],
      [over, '181 days'],
    ] as const)
      await server.db
        .insertInto('report_sendings')
        .values({
          workspace_id: workspaceId,
          id,
          report_id: reportId,
          user_id: user.id,
          created_at: ago(age),
        })
        .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('report_sendings')
      .where('report_id', '=', reportId)
      .select('id')
      .execute()
    expect(left).toEqual([{ id: kept }])
  })

  it('keeps the files of an email that is not sent yet for 7 days, and the email itself', async () => {
    const { workspaceId } = user
    const ids = { '6 days': newId(), '8 days': newId() }
    for (const [age, id] of Object.entries(ids)) {
      const mail = {
        workspace_id: workspaceId,
        id,
        recipient: 'ada@example.com',
        subject: 'Report',
        body: '',
      }
      await server.db
        .insertInto('mails')
        .values({ ...mail, created_at: ago(age) })
        .execute()
      const file = {
        name: 'report.pdf',
        content_type: 'application/pdf',
        content: Buffer.from('PDF'),
        place: 0,
      }
      await server.db
        .insertInto('mail_attachments')
        .values({ workspace_id: workspaceId, mail_id: id, ...file })
        .execute()
    }
    await cleanUp(server.db)
    const of = { workspace_id: workspaceId }
    const files = await server.db
      .selectFrom('mail_attachments')
      .where('workspace_id', '=', of.workspace_id)
      .select('mail_id')
      .execute()
    expect(files).toEqual([{ mail_id: ids['6 days'] }])
    const mails = await server.db
      .selectFrom('mails')
      .where('workspace_id', '=', of.workspace_id)
      .select('id')
      .execute()
    expect(mails).toHaveLength(2)
  })

  it('keeps answers to questions before a call for 90 days', async () => {
    const { workspaceId } = user
    const ids = { '89 days': newId(), '91 days': newId() }
    for (const [age, id] of Object.entries(ids))
      await server.db
        .insertInto('predial_answers')
        .values({
          ...{ workspace_id: workspaceId, id, contact_id: id, eligible: false, reason: 'unknown' },
          answered_at: ago(age),
        })
        .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('predial_answers')
      .where('workspace_id', '=', workspaceId)
      .select('id')
      .execute()
    expect(left).toEqual([{ id: ids['89 days'] }])
  })

  it('keeps who calls somebody of a queue, until a day after the claim is over', async () => {
    const { workspaceId } = user
    const position = await addPosition(server.db, workspaceId)
    const queueId = await addQueue(null)
    const claimed: Record<string, string> = {}
    for (const over of ['-10 minutes', '23 hours', '25 hours']) {
      const body = { positionId: position.id, candidate: { name: over } }
      const { id, candidate } = (await server.call(createApplication, { as: user, body })).body
      claimed[over] = id
      const caller = await server.addUser(workspaceId, 'recruiter')
      await server.db
        .insertInto('call_claims')
        .values({
          ...{ workspace_id: workspaceId, application_id: id, candidate_id: candidate.id, queue_id: queueId },
          ...{ user_id: caller.id, until: ago(over) },
        })
        .execute()
    }
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('call_claims')
      .where('queue_id', '=', queueId)
      .orderBy('until', 'desc')
      .select('application_id')
      .execute()
    expect(left.map((row) => row.application_id)).toEqual([claimed['-10 minutes'], claimed['23 hours']])
  })

  it('keeps a deleted call queue for 30 days, and one that is not deleted', async () => {
    const ids = [await addQueue(null), await addQueue('29 days'), await addQueue('31 days')]
    await cleanUp(server.db)
    expect(await whichExist('call_queues', ids)).toEqual([true, true, false])
  })

  it('keeps a deleted voice campaign for 30 days, and one with calls, whose report names it', async () => {
    const called = await addCampaign('31 days')
    await addCall(called, '2 months')
    const ids = [await addCampaign(null), await addCampaign('29 days'), await addCampaign('31 days'), called]
    await cleanUp(server.db)
    expect(await whichExist('voice_campaigns', ids)).toEqual([true, true, false, true])
  })

  it('keeps a change of a custom field while it waits, and a past one while it can be undone', async () => {
    const ids = [
      await addFieldChange('waiting', '1 year'),
      await addFieldChange('done', `${fieldRestoreDays - 1} days`),
      await addFieldChange('done', `${fieldRestoreDays + 1} days`),
    ]
    await cleanUp(server.db)
    expect(await whichExist('custom_field_changes', ids)).toEqual([true, true, false])
  })

  it('keeps the proof of a consent for 5 years after the person was erased', async () => {
    const { workspaceId } = user
    const erased = { '4 years': newId(), '6 years': newId() }
    for (const [age, id] of Object.entries(erased)) {
      await server.db
        .insertInto('candidates')
        .values({ workspace_id: workspaceId, id, name: 'Erased' })
        .execute()
      await sql`update candidates set erased_at = ${ago(age)} where id = ${id}`.execute(server.db)
      await sql`
        insert into consent_entries (workspace_id, candidate_id, channel, action, source, recorded_at)
        values (${workspaceId}, ${id}, 'email', 'given', 'user', ${ago('6 years')})
      `.execute(server.db)
    }
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('consent_entries')
      .where('workspace_id', '=', workspaceId)
      .select('candidate_id')
      .execute()
    expect(left).toEqual([{ candidate_id: erased['4 years'] }])
  })

  it('keeps a device that a user signed in on until it was not used for long', async () => {
    const device = { workspace_id: user.workspaceId, user_id: user.id }
    for (const days of [deviceDays - 1, deviceDays + 1])
      await server.db
        .insertInto('known_devices')
        .values({ ...device, id: newId(), hash: `${days} ${user.id}`, used_at: ago(`${days} days`) })
        .execute()
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('known_devices')
      .where('user_id', '=', user.id)
      .select('hash')
      .execute()
    expect(left).toEqual([{ hash: `${deviceDays - 1} ${user.id}` }])
  })
})

describe('the job of the clean-up', () => {
  /** Runs what a node runs for a job of this name. */
  async function runJob(name: string) {
    let run: (() => Promise<unknown>) | undefined
    const jobs = {
      ...server.services.jobs,
      work: async (each: string, work: unknown) => {
        if (each === name) run = work as typeof run
      },
      schedule: async () => {},
      onNotified: async () => {},
      repeat: () => {},
    } as typeof server.services.jobs
    await runJobs({ ...server.services, jobs })
    await run!()
  }

  it('ends impersonations whose time ran out', async () => {
    const id = newId()
    await server.db
      .insertInto('sessions')
      .values({
        workspace_id: user.workspaceId,
        id,
        user_id: user.id,
        current_hash: 'a hash',
        impersonator_id: user.id,
        impersonator_workspace_id: user.workspaceId,
        impersonation_reason: 'A question',
        expires_at: ago('1 minute'),
      })
      .execute()
    await runJob('clean-up')
    const session = await server.db
      .selectFrom('sessions')
      .where('id', '=', id)
      .select('end_reason')
      .executeTakeFirstOrThrow()
    expect(session.end_reason).toBe('time ran out')
  })

  it('removes custom fields that were retired for 30 days', async () => {
    const field = { workspace_id: user.workspaceId, subject: 'candidate', type: 'text', ordinal: 0 }
    for (const days of [29, 31])
      await server.db
        .insertInto('custom_fields')
        .values({
          ...field,
          id: newId(),
          key: `d${days}`,
          label: `D ${days}`,
          retired_at: ago(`${days} days`),
        })
        .execute()
    await runJob('clean-up')
    const left = await server.db
      .selectFrom('custom_fields')
      .where('workspace_id', '=', user.workspaceId)
      .select('key')
      .execute()
    expect(left).toEqual([{ key: 'd29' }])
  })

  it('removes an upload that was not attached for a day', async () => {
    const ids = []
    for (const age of ['23 hours', '25 hours']) {
      const id = newId()
      ids.push(id)
      await server.db
        .insertInto('files')
        .values({
          workspace_id: user.workspaceId,
          id,
          name: 'resume.pdf',
          content_type: 'application/pdf',
          size: 10,
          sha256: id,
          storage_key: id,
          created_by: user.id,
          created_at: ago(age),
        })
        .execute()
    }
    await runJob('clean-up')
    const left = await server.db
      .selectFrom('files')
      .where('workspace_id', '=', user.workspaceId)
      .select('id')
      .execute()
    expect(left).toEqual([{ id: ids[0] }])
  })

  it('adds what was stored to the total of the workspace', async () => {
    await server.db
      .insertInto('storage_changes')
      .values({ workspace_id: user.workspaceId, files: 1, bytes: 10 })
      .execute()
    await runJob('clean-up')
    const pending = await server.db
      .selectFrom('storage_changes')
      .where('workspace_id', '=', user.workspaceId)
      .selectAll()
      .execute()
    expect(pending).toEqual([])
  })

  it('ends a call of a campaign whose end is never reported', async () => {
    const campaignId = await addCampaign(null)
    const ids = [await addCall(campaignId, '1 minute'), await addCall(campaignId, '2 days')]
    await runJob('clean-up')
    const calls = await server.db
      .selectFrom('calls')
      .where('id', 'in', ids)
      .orderBy('started_at', 'desc')
      .select('lifecycle')
      .execute()
    expect(calls.map(({ lifecycle }) => lifecycle)).toEqual(['in_progress', 'failed'])
  })

  it('reads a document again whose failure is hours ago', async () => {
    const { workspaceId: workspace_id } = user
    for (const age of ['50 minutes', '70 minutes'])
      await server.db
        .insertInto('document_failures')
        .values({ workspace_id, sha256: age, wanted: 'text', problem: 'broken', at: ago(age) })
        .execute()
    await runJob('clean-up')
    const left = await server.db
      .selectFrom('document_failures')
      .where('workspace_id', '=', workspace_id)
      .select('sha256')
      .execute()
    expect(left).toEqual([{ sha256: '50 minutes' }])
  })

  it('deletes expired rows', async () => {
    const old = await addView('31 days')
    await runJob('clean-up')
    expect(await exists('saved_views', old)).toBe(false)
  })
})
