import { listApplications } from '@muster/contract/applications.ts'
import { getBoard } from '@muster/contract/board.ts'
import { getLeadsStatusOverview } from '@muster/contract/dashboard.ts'
import { type RawBuilder, sql } from 'kysely'
import { seesAllApplications } from '../policies/application-policy.ts'
import type { TestServer, TestUser } from '../testing/test-server.ts'
import type { Recorded } from './clients.ts'
import type { Follower } from './followers.ts'
import type { Known } from './operations.ts'

/** All that happened, for the invariants to look back on. */
export interface History {
  server: TestServer
  /** Sees everything of its workspace. */
  admin: TestUser
  known: Known
  record: readonly Recorded[]
  followers: readonly Follower[]
  /** Of the mail server: each email as often as it came in. */
  received: readonly { messageId: string; recipient: string }[]
  /** How often a node, a connection or a clock was disturbed. */
  faults: number
  otherWorkspaceId: string
  /** Begins the marks of what the other workspace wrote. */
  otherName: string
}

type Invariant = (history: History) => string[] | Promise<string[]>

/** Rows of a statement that names violations; an empty one is what it should be. */
async function rowsOf({ server }: History, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await query.execute(server.db)
  return rows.map((row) => JSON.stringify(row))
}

function describe({ user, operation, status, text }: Recorded): string {
  const { endpoint, params, body } = operation
  return `${user.email} ${endpoint.name} ${JSON.stringify({ params, body })}: ${status} ${text.slice(0, 300)}`
}

const isDone = ({ status }: Recorded) => status !== null && status < 300

/** Marks of those who created with this endpoint, with whether an answer confirmed it. */
function marked({ record }: History, name: string): { mark: string; isDone: boolean; isOpen: boolean }[] {
  return record
    .filter(({ operation }) => operation.endpoint.name === name && operation.mark)
    .map((one) => ({ mark: one.operation.mark!, isDone: isDone(one), isOpen: one.status === null }))
}

/** What was confirmed is there once, what was refused is not, and of what nobody knows at most one. */
async function foundOnce(history: History, name: string, counts: RawBuilder<{ mark: string; n: number }>) {
  const { rows } = await counts.execute(history.server.db)
  const found = new Map(rows.map(({ mark, n }) => [mark, n]))
  return marked(history, name).flatMap(({ mark, isDone, isOpen }) => {
    const n = found.get(mark) ?? 0
    const isRight = isDone ? n === 1 : isOpen ? n <= 1 : n === 0
    return isRight ? [] : [`${name} ${mark}: ${n} times, ${isDone ? 'done' : isOpen ? 'unknown' : 'refused'}`]
  })
}

interface StoredEvent {
  id: number
  kind: string
  /** Of the one application it names. */
  positionId: string | null
}

/** Kinds of events that go to everyone who sees the applications they name. */
const ofApplications: ReadonlySet<string> = new Set([
  'applications-changed',
  'applications-moved',
  'activity-logged',
])

/** Everything that was announced in the workspace but what is for one user alone. */
async function storedEvents({ server, admin }: History): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select e.id::int as id, e.event ->> 'kind' as kind, a.position_id as "positionId"
    from live_events e
    left join applications a on a.workspace_id = e.workspace_id
      and a.id = coalesce(e.event ->> 'applicationId', e.event -> 'applicationIds' ->> 0)::uuid
    where e.workspace_id = ${admin.workspaceId}
      and e.event ->> 'kind' not in ('notified', 'access-changed')`.execute(server.db)
  return rows
}

/** Names those of the events that a follower was not sent. */
function missing({ user, events, from }: Follower, expected: readonly StoredEvent[]): string[] {
  const ids = new Set(events.map(({ id }) => id))
  return expected
    .filter(({ id }) => id > from && !ids.has(id))
    .map(({ id, kind }) => `${kind} ${id} did not reach ${user.email}`)
}

/** What must hold after any history, by the sentence that a failure prints. */
export const invariants: Record<string, Invariant> = {
  'no call fails inside': ({ record }) => record.filter(({ status }) => status === 500).map(describe),

  'another workspace does not exist': ({ record, otherName, otherWorkspaceId, known }) =>
    record
      .filter(({ operation, status, text }) =>
        operation.isForeign
          ? status !== null && status !== 404 && status !== 403
          : [otherName, otherWorkspaceId, ...known.foreignIds].some((mark) => text.includes(mark)),
      )
      .map(describe),

  'each application is in one status of its position, and open or closed with it': (history) =>
    rowsOf(
      history,
      sql`select a.id, a.status_type, a.disposition, s.type
      from applications a left join statuses s
        on s.workspace_id = a.workspace_id and s.id = a.status_id and s.position_id = a.position_id
      where s.id is null or s.type <> a.status_type
        or (a.status_type in ('hired', 'closed')) <> (a.disposition is not null)
        or (a.disposition = 'hired') <> (a.status_type = 'hired')`,
    ),

  'no two applications have one rank': (history) =>
    rowsOf(
      history,
      sql`select status_id, rank from applications where deleted_at is null
      group by workspace_id, status_id, rank having count(*) > 1`,
    ),

  'lists are sorted by the stored values of custom fields': (history) =>
    rowsOf(
      history,
      sql`with stored as (
        select f.workspace_id, a.id as application_id, f.id as field_id, k.value, is_open(a) as is_open
        from custom_fields f
        join applications a on a.workspace_id = f.workspace_id
        join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
        cross join lateral (
          select sort_key(f, case f.subject when 'application' then a.custom_fields else c.custom_fields end -> f.key)
        ) k (value)
        where f.sort_state = 'ready' and k.value is not null
      ), sorted as (
        select k.* from application_sort_keys k
        join custom_fields f on f.workspace_id = k.workspace_id and f.id = k.field_id
        where f.sort_state is null or f.sort_state = 'ready'
      )
      select application_id, field_id, stored.value as stored, sorted.value as sorted, sorted.is_open
      from stored full join sorted using (workspace_id, application_id, field_id)
      where (stored.value, stored.is_open) is distinct from (sorted.value, sorted.is_open)`,
    ),

  'the log of each application leads without a gap to its status': (history) =>
    rowsOf(
      history,
      sql`with steps as (
        select l.application_id, l.kind, l.at, l.from_status_id, l.to_status_id,
          lag(l.to_status_id) over earlier as before,
          lead(l.id) over earlier is null as is_last
        from activity_logs l
        where l.to_status_id is not null
        window earlier as (partition by l.workspace_id, l.application_id order by l.at, l.id)
      )
      select steps.* from steps join applications a on a.id = steps.application_id
      where (steps.before is not null and steps.from_status_id is distinct from steps.before)
        or (is_last and steps.to_status_id <> a.status_id)`,
    ),

  'what was created is there once': (history) =>
    foundOnce(
      history,
      'createApplication',
      sql`select external_id as mark, count(*)::int as n from applications
        where external_id is not null group by 1`,
    ),

  'each comment is there once': async (history) => {
    const { rows } = await sql<{ mark: string | null; n: number }>`
      select split_part(body, ' ', 1) as mark, count(*)::int as n from activity_logs
      where workspace_id = ${history.admin.workspaceId} and kind = 'comment' group by 1`.execute(
      history.server.db,
    )
    const written = marked(history, 'createComment')
    const most = written.filter(({ isDone, isOpen }) => isDone || isOpen).length
    const least = written.filter(({ isDone }) => isDone).length
    const all = rows.reduce((sum, { n }) => sum + n, 0)
    const doubled = rows.filter(({ mark, n }) => mark !== null && n > 1).map(({ mark }) => `${mark} twice`)
    return all >= least && all <= most ? doubled : [...doubled, `${all} of ${least} to ${most}`]
  },

  'each call that was logged is there once': (history) =>
    foundOnce(
      history,
      'logCall',
      sql`select summary as mark, count(*)::int as n from calls where summary is not null group by 1`,
    ),

  'whoever sees everything receives every event': async (history) => {
    const events = await storedEvents(history)
    return history.followers
      .filter(({ role }) => seesAllApplications({ role }))
      .flatMap((follower) =>
        missing(
          follower,
          // Others than the admin may read applications, and not everything else.
          events.filter(({ kind }) => follower.role === 'admin' || ofApplications.has(kind)),
        ),
      )
  },

  'a hiring manager receives the events of their position, and of no other': async (history) => {
    const [own, ...others] = history.known.positions.map(({ id }) => id)
    const events = await storedEvents(history)
    const { rows } = await sql<{ id: string }>`
      select id from applications where position_id = any(${others}::uuid[])`.execute(history.server.db)
    const hidden = [...others, ...rows.map(({ id }) => id)]
    return history.followers
      .filter(({ role }) => role === 'hiring_manager')
      .flatMap((follower) => [
        ...missing(
          follower,
          events.filter(({ kind, positionId }) => ofApplications.has(kind) && positionId === own),
        ),
        ...follower.events
          .filter(({ event }) => hidden.some((id) => JSON.stringify(event).includes(id)))
          .map(({ id }) => `event ${id} reached ${follower.user.email}`),
      ])
  },

  'no stream sends an event twice': ({ followers }) =>
    followers.flatMap(({ user, repeats }) => repeats.map((id) => `event ${id} came twice to ${user.email}`)),

  'events name nothing of another workspace': ({ followers, otherWorkspaceId, known }) =>
    followers.flatMap(({ user, events }) =>
      events
        .filter(({ event }) => {
          const text = JSON.stringify(event)
          return text.includes(otherWorkspaceId) || known.foreignIds.some((id) => text.includes(id))
        })
        .map(({ id }) => `event ${id} reached ${user.email}`),
    ),

  'notifications are for their user alone': ({ followers }) =>
    followers.flatMap(({ user, events }) =>
      events
        .filter(({ event }) => event.kind === 'notified' && event.userId !== user.id)
        .map(({ id }) => `event ${id} reached ${user.email}`),
    ),

  'figures are the counts of the rows behind them': async ({ server, admin }) => {
    const problems: string[] = []
    const open = await server.call(listApplications, { as: admin, query: { open: 'true', limit: 200 } })
    const overview = await server.call(getLeadsStatusOverview, { as: admin })
    const { rows } = await sql<{ status_type: string; n: number }>`
      select status_type, count(*)::int as n from applications
      where workspace_id = ${admin.workspaceId} and deleted_at is null and disposition is null
      group by 1`.execute(server.db)
    const sum = rows.reduce((all, { n }) => all + n, 0)
    if (open.body.total.value !== sum) problems.push(`the list counts ${open.body.total.value} of ${sum}`)
    for (const { type, count } of overview.body.items) {
      const n = rows.find(({ status_type }) => status_type === type)?.n ?? 0
      if (!['hired', 'closed'].includes(type) && count !== n) problems.push(`${type}: ${count} of ${n}`)
    }
    return problems
  },

  'a board counts the cards of its columns': async ({ server, admin, known }) => {
    const problems: string[] = []
    for (const { id } of known.positions) {
      const { body } = await server.call(getBoard, { as: admin, params: { id }, query: { limit: 200 } })
      for (const { name, total, cards } of body.columns)
        if (total.value !== cards.length) problems.push(`${name}: ${total.value} of ${cards.length}`)
    }
    return problems
  },

  'everybody gets their emails, and none twice but after a fault': async (history) => {
    const { server, received, admin, faults } = history
    const { rows } = await sql<{ id: string; isSent: boolean }>`
      select id, sent_at is not null or canceled_at is not null as "isSent"
      from mails where workspace_id = ${admin.workspaceId}`.execute(server.db)
    const idOf = ({ messageId }: { messageId: string }) => messageId.replace(/^<|@.*$/g, '')
    const times = Map.groupBy(received, idOf)
    return rows.flatMap(({ id, isSent }) => {
      const n = times.get(id)?.length ?? 0
      return isSent && n >= 1 && n <= 1 + faults ? [] : [`email ${id} came ${n} times`]
    })
  },

  'no notification is mailed twice': (history) =>
    rowsOf(
      history,
      sql`select recipient, mailed, notified from (
        select m.recipient, count(*) as mailed, (
          select count(*) from notifications n
          join logins l on l.workspace_id = n.workspace_id and l.user_id = n.user_id
          where l.email = m.recipient and n.kind = 'mention'
        ) as notified
        from mails m where m.workspace_id = ${history.admin.workspaceId} group by 1
      ) counts where mailed > notified`,
    ),

  'one mention is one notification': async ({ server, record }) => {
    const { rows } = await sql<{ user_id: string; text: string }>`
      select user_id, text from notifications where kind = 'mention'`.execute(server.db)
    const told = Map.groupBy(rows, ({ user_id, text }) => `${user_id} ${text.match(/ours\d+-\d+/)?.[0]}`)
    return record.flatMap(({ user, operation, status }) => {
      const { mentions = [] } = (operation.body ?? {}) as { mentions?: string[] }
      return mentions.flatMap((id) => {
        const n = told.get(`${id} ${operation.mark}`)?.length ?? 0
        const most = id === user.id || (status !== null && status >= 300) ? 0 : 1
        const least = status === null ? 0 : most
        return n >= least && n <= most ? [] : [`${operation.mark} notified ${n} times`]
      })
    })
  },
}
