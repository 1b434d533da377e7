import { dispositions } from '@muster/contract/dispositions.ts'
import { getOpeningsForecast } from '@muster/contract/goals.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { collectSample, fillSample, readSampleWorkspace } from './fill-sample.ts'

let server: TestServer
let workspaceId: string
const admin = { id: '', email: '' }

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  Object.assign(admin, await server.addUser(workspaceId, 'superadmin'))
  await server.db.transaction().execute((tx) => fillSample(tx, workspaceId, admin))
}, 60_000)

afterAll(() => server?.stop())

/** Returns rows that violate an expectation. */
async function findViolations(query: string): Promise<unknown[]> {
  const { rows } = await sql`select * from (${sql.raw(query)}) as found limit 3`.execute(server.db)
  return rows
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    server.db,
  )
  return rows[0]!.n
}

const rankOf = (column: string) =>
  `case ${column} ${statusTypeKeys.map((type, rank) => `when '${type}' then ${rank}`).join(' ')} end`

const partyOf = `case d.kind ${Object.entries(dispositions)
  .map(([kind, { party }]) => `when '${kind}' then ${party ? `'${party}'` : 'null'}`)
  .join(' ')} end`

describe('fillSample', () => {
  it('creates the promised number of rows', async () => {
    expect(await count('applications')).toBe(2000)
    expect(await count('positions')).toBe(55)
    expect(await count('companies')).toBe(8)
    expect(await count('agents')).toBe(6)
  })

  it('has positions that will fill their openings and positions that will not', async () => {
    const { body } = await server.call(getOpeningsForecast, { as: admin as TestUser, query: {} })
    const late = body.items.filter(({ outlook }) => outlook === 'unlikely')
    expect(late.length).toBeGreaterThan(0)
    expect(late.length).toBeLessThan(body.items.length - 2)
  })

  it('has a user of each role, without a password', async () => {
    const staff = await server.db
      .selectFrom('users')
      .innerJoin('logins', 'logins.user_id', 'users.id')
      .where('users.id', '<>', admin.id)
      .select(['users.role', 'logins.password_hash'])
      .execute()
    expect(staff.map((row) => row.role).sort()).toEqual([
      'client_reviewer',
      'coordinator',
      'hiring_manager',
      'recruiter',
      'recruiter',
      'viewer',
    ])
    expect(new Set(staff.map((row) => row.password_hash))).toEqual(new Set([null]))
  })

  it('has the consents of people as entries, with forms, calls and a revoked channel', async () => {
    const { rows } = await sql<{ source: string; channel: string; action: string }>`
      select distinct source, channel, action from consent_entries order by 1, 2, 3
    `.execute(server.db)
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'call any revoked',
      'call calls revoked',
      'form any given',
      'form voice_agent_call given',
      'user text_message revoked',
    ])
  })

  it('has a shared report dashboard with four of its reports', async () => {
    const { rows } = await sql<{ name: string; width: number }>`
      select r.name, t.width from report_dashboards d
      join sample_records s on s.kind = 'report_dashboard' and s.id = d.id
      join report_dashboard_tiles t on t.dashboard_id = d.id
      join saved_reports r on r.id = t.report_id and r.roles = d.roles
      order by t.ordinal
    `.execute(server.db)
    expect(rows.map(({ name, width }) => [name, width])).toEqual([
      ['Contact rate by source', 2],
      ['Hires by client', 1],
      ['Call minutes by agent', 1],
      ['New applications by owner', 2],
    ])
  })

  it('has goals of recruiters and of open positions', async () => {
    const { rows } = await sql<{ of: string; measure: string; period: string }>`
      select coalesce(u.role, p.state) as of, g.measure, g.period from goals g
      join sample_records s on s.kind = 'goal' and s.id = g.id
      left join users u on u.id = g.owner_id left join positions p on p.id = g.position_id
      where g.due_on is null or g.due_on > now()
    `.execute(server.db)
    const found = rows.map(({ of, measure, period }) => `${of} ${measure} ${period}`).sort()
    expect(found).toEqual([
      'open hired date',
      'open hired date',
      'open hired date',
      'open qualified month',
      'open qualified month',
      'recruiter hired month',
      'recruiter hired month',
      'recruiter submitted week',
      'recruiter submitted week',
    ])
    expect(await count('goals')).toBe(rows.length)
  })

  it('has the costs of its sources for the months that are over', async () => {
    const { rows } = await sql<{ months: number; unknown: number; late: number; marked: number }>`
      select count(distinct month)::int as months,
        count(*) filter (where not exists (select from applications a where a.source = c.source))::int as unknown,
        count(*) filter (where month >= to_char(now(), 'YYYY-MM'))::int as late,
        count(*) filter (where exists (
          select from sample_records r where r.kind = 'source_cost' and r.id = c.id
        ))::int - count(*)::int as marked
      from source_costs c
    `.execute(server.db)
    expect(rows).toEqual([{ months: expect.any(Number), unknown: 0, late: 0, marked: 0 }])
    expect(rows[0]!.months).toBeGreaterThanOrEqual(11)
  })

  it.each([
    [
      'says of every refusal in which call it was',
      `select id from consent_entries where source = 'call' and evidence_call_id is null`,
    ],
    [
      'has exactly one disposition for each closed application, and none for an open one',
      `select a.id from applications a left join dispositions d on d.application_id = a.id
       where (a.closed_at is null) <> (d.kind is null) or a.disposition is distinct from d.kind
         or a.closed_at is distinct from d.decided_at`,
    ],
    [
      'keeps the status each was in when decided',
      `select a.id from applications a join dispositions d on d.application_id = a.id
       join statuses s on s.id = d.status_id
       where s.position_id <> a.position_id or s.type <> d.status_type or d.status_type in ('hired', 'closed')`,
    ],
    [
      'takes reasons of the party that decided, and asks for one where there is a party',
      `select d.application_id from dispositions d left join reasons r on r.id = d.reason_id
       where r.party is distinct from ${partyOf} and not (d.kind = 'declined_by_company' and r.id is null)`,
    ],
    [
      'shows each in the status of its type, ended ones in an ending',
      `select a.id from applications a join statuses s on s.id = a.status_id
       where s.position_id <> a.position_id or s.type <> a.status_type
         or (a.disposition is null) <> (a.status_type not in ('hired', 'closed'))
         or (a.disposition = 'hired') <> (a.status_type = 'hired')`,
    ],
    [
      'reached is the furthest type of its history',
      `select a.id from applications a join activity_logs l on l.application_id = a.id and l.to_type is not null
         and l.to_type <> 'closed'
       group by a.id, a.reached having a.reached <> max(${rankOf('l.to_type')})`,
    ],
    [
      'moves from where it stood to where it stands, one step after another',
      `select step.id from applications a cross join lateral (
         select l.id, from_status_id, to_status_id, at, lag(to_status_id) over (order by at, id) as before,
           lead(id) over (order by at, id) is null as last
         from activity_logs l where l.application_id = a.id and l.to_type is not null
       ) step
       where step.from_status_id is distinct from step.before
         or (step.last and (step.to_status_id <> a.status_id or step.at <> a.entered_status_at))`,
    ],
    [
      'orders a history by id as by time, from its creation on',
      `select step.id from (
         select l.id, l.at, lag(l.at) over by_id as before, row_number() over by_id as place, l.kind, a.created_at
         from activity_logs l join applications a on a.id = l.application_id
         window by_id as (partition by l.application_id order by l.id)
       ) step
       where step.at < step.before or (step.place = 1) <> (step.kind = 'created')
         or (step.place = 1 and step.at <> step.created_at)`,
    ],
    [
      'is late by the days of its status, unless it ended',
      `select a.id from applications a join statuses s on s.id = a.status_id
       where a.due_at is distinct from
         case when a.closed_at is null then a.entered_status_at + s.sla_days * interval '1 day' end`,
    ],
    [
      'counts the calls that were made, and remembers the last',
      `select a.id from applications a left join (
         select c.application_id, count(*) as n, max(c.started_at) as last,
           (array_agg(l.new_value order by c.started_at desc))[1] as result
         from calls c join activity_logs l on l.call_id = c.id group by 1
       ) called on called.application_id = a.id
       where a.call_attempts <> coalesce(called.n, 0) or a.last_contact_at is distinct from called.last
         or a.last_contact_result is distinct from called.result`,
    ],
    [
      'has a log for every call, at its end, by the agent or the person it is',
      `select c.id from calls c left join activity_logs l on l.call_id = c.id and l.kind = 'call'
       join agents g on g.id = c.agent_id
       where l.id is null or l.at <> c.ended_at or l.application_id <> c.application_id
         or l.user_id is distinct from g.user_id
         or l.agent_id is distinct from case when g.user_id is null then g.id end`,
    ],
    [
      'has an outcome for conversations with a person and for nothing else',
      `select id from calls where (outcome is not null) <> (end_reason in ('human_conversation', 'transferred'))
         or (end_reason in ('human_conversation', 'transferred', 'voicemail', 'ivr', 'timeout') and lifecycle <> 'completed')
         or (end_reason = 'busy' and lifecycle <> 'busy') or (end_reason = 'invalid_number' and lifecycle <> 'failed')
         or (callback_at is not null) <> (outcome is not distinct from 'callback')
         or ended_at < started_at or duration_seconds < 0`,
    ],
    [
      'calls only in the hours of whoever calls',
      `select c.id, c.started_at, g.name from calls c join agents g on g.id = c.agent_id
       join workspaces w on w.id = c.workspace_id
       cross join lateral (select c.started_at at time zone w.timezone as at) local
       where not exists (
         select from jsonb_to_recordset(g.hours) as shift(weekday int, "from" time, "to" time)
         where weekday = extract(isodow from local.at) and local.at::time between shift."from" and shift."to"
       )`,
    ],
    [
      'calls nobody after they asked not to be called, and shows that they did',
      `select c.id from calls c join candidates p on p.id = c.candidate_id
       join calls last on last.candidate_id = p.id and last.outcome = 'do_not_call'
       where not p.do_not_call or c.started_at > last.started_at`,
    ],
    [
      'keeps a callback only while open and only when the last call agreed on it',
      `select a.id from applications a left join lateral (
         select callback_at from calls c where c.application_id = a.id order by started_at desc limit 1
       ) last on true
       where a.callback_at is distinct from case when a.closed_at is null then last.callback_at end`,
    ],
    [
      'has nothing in the future but callbacks',
      `select id from activity_logs where at > now()
       union all select id from calls where ended_at > now()
       union all select id from applications where greatest(applied_at, entered_status_at, last_activity_at, closed_at) > now()
       union all select id from candidates where greatest(created_at, updated_at) > now()
       union all select id from notifications where greatest(at, read_at) > now()`,
    ],
    [
      'takes no applications and tells no news before a position opens or after it closes',
      `select l.id from activity_logs l join positions p on p.id = l.position_id
       where l.at < p.opened_at or l.at > p.closed_at
       union all select p.id from positions p where (p.state = 'closed') <> (p.closed_at is not null)
       union all select a.id from applications a join positions p on p.id = a.position_id
         where p.state = 'closed' and a.closed_at is null`,
    ],
    [
      'fills no more openings than there are',
      `select p.id from positions p where p.openings <
         (select count(*) from applications a where a.position_id = p.id and a.status_type = 'hired')`,
    ],
    [
      'puts the newest on top of each column',
      `select id from (
         select id, entered_status_at, lag(entered_status_at) over (partition by status_id order by rank) as above
         from applications
       ) a where entered_status_at > above`,
    ],
    [
      'copies what lists sort and search by from the candidate and the history',
      `select a.id from applications a join candidates c on c.id = a.candidate_id
       where a.candidate_name <> c.name or a.candidate_search <> c.search_text
         or a.last_activity_at <> (select max(at) from activity_logs l where l.application_id = a.id)
         or c.created_at > a.created_at`,
    ],
    [
      'invents addresses and numbers that nobody can have, different for everyone',
      `select min(name) from candidates where email !~ '@example\\.(com|org|net)$' or phone !~ '^\\+1\\d{3}55501\\d\\d$'
         or email is null and phone is null having count(*) > 0
       union all select email from candidates where email is not null group by email having count(*) > 1
       union all select phone from candidates where phone is not null group by phone having count(*) > 1`,
    ],
    [
      'mentions colleagues in comments, and tells them',
      `select l.id from activity_logs l left join notifications n on n.at = l.at and n.user_id = l.mentions[1]
       where cardinality(l.mentions) > 0 and (l.kind <> 'comment' or n.id is null)`,
    ],
  ])('%s', async (_, query) => {
    expect(await findViolations(query)).toEqual([])
  })

  it('has an example of everything', async () => {
    const { rows } = await sql<Record<string, number>>`
      select count(*) filter (where closed_at is null)::int as open,
        count(*) filter (where due_at <= now())::int as late,
        count(*) filter (where owner_id is null and closed_at is null)::int as unassigned,
        count(*) filter (where call_attempts = 0 and closed_at is null)::int as "neverCalled",
        count(distinct status_type)::int as types,
        count(distinct disposition)::int as dispositions,
        count(distinct source)::int as sources,
        count(*)::int - count(distinct candidate_id)::int as returning
      from applications`.execute(server.db)
    const { late, ...found } = rows[0]!
    for (const [what, number] of Object.entries(found)) expect(number, what).toBeGreaterThan(5)
    // Under a tenth of the open ones.
    expect(late).toBeGreaterThan(1)
    expect(late).toBeLessThan(found.open! / 10)
    expect(found.types).toBe(statusTypeKeys.length)
  })
})

describe('collectSample', () => {
  it('creates the same rows, including ids, for the same workspace and day', async () => {
    const workspace = await readSampleWorkspace(server.db, workspaceId, admin)
    const asOf = Date.parse('2026-03-04T15:00:00Z')
    expect(collectSample(workspace, asOf)).toEqual(collectSample(workspace, asOf))
  })

  it('has applications of each type even when nobody happens to have an offer', async () => {
    const workspace = await readSampleWorkspace(server.db, workspaceId, admin)
    const rows = collectSample(
      { ...workspace, timezone: 'America/Chicago' },
      Date.parse('2027-11-08T05:32:00Z'),
    )
    const applications = rows.get('applications') as { status_type: string }[]
    expect(new Set(applications.map((row) => row.status_type))).toEqual(new Set(statusTypeKeys))
  })

  it.each(['2026-01-01T05:00:00Z', '2026-03-29T06:30:00Z', '2028-02-29T23:59:00Z', '2026-11-01T07:00:00Z'])(
    'stays in the past on %s',
    async (day) => {
      const workspace = await readSampleWorkspace(server.db, workspaceId, admin)
      const logs = collectSample(workspace, Date.parse(day)).get('activity_logs') as { at: string }[]
      expect(logs.every(({ at }) => at <= new Date(day).toISOString())).toBe(true)
    },
  )
})
