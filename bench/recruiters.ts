import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '@muster/server/config/config.ts'
import { connect } from '@muster/server/database/connect.ts'
import { newId } from '@muster/server/database/new-id.ts'
import { issueTokens } from '@muster/server/session/issue-tokens.ts'
import { hashSecret, newSecretToken } from '@muster/server/session/secret-token.ts'
import { followStream } from './follow-stream.ts'

/** A recruiter's actions, with their weights in percent. */
export const habits = {
  'open the list': 26,
  'turn a page': 8,
  search: 12,
  'open an application': 26,
  'open a board': 8,
  move: 11,
  comment: 6,
  'look at the dashboard': 3,
} as const
type Habit = keyof typeof habits

/** Each recruiter acts once in this time, over a working day of eight hours. */
export const betweenSeconds = 60

const searched = ['okafor', 'garcia', 'smith', 'lee', 'driver', 'forklift', 'anna', 'schmidt']

interface Row {
  id: string
  position: { id: string }
  status: { id: string }
}

export interface Played {
  /** Milliseconds by action. */
  times: Map<string, number[]>
  requests: number
  /** Refused by a rule or changed by somebody else meanwhile: not a failure. */
  refused: number
  failed: string[]
  events: number
}

/** Adds recruiters to the workspace. Returns their access tokens. */
export async function hireRecruiters(connectionString: string, count: number): Promise<string[]> {
  const db = connect(connectionString, 4)
  const config = readConfig({})
  try {
    const { id: workspaceId } = await db
      .selectFrom('workspaces')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const tokens: string[] = []
    for (let n = 0; n < count; n += 1) {
      const id = newId()
      const email = `recruiter.${n}.${randomBytes(3).toString('hex')}@example.com`
      const user = { workspace_id: workspaceId, id, email, name: `Recruiter ${n}`, role: 'recruiter' }
      await db.insertInto('users').values(user).execute()
      await db.insertInto('logins').values({ email, workspace_id: workspaceId, user_id: id }).execute()
      const token = newSecretToken(workspaceId, newId())
      await db
        .insertInto('sessions')
        .values({
          workspace_id: workspaceId,
          id: token.id,
          user_id: id,
          current_hash: hashSecret(token.secret),
        })
        .execute()
      tokens.push((await issueTokens({ db, config }, id, token)).access_token)
    }
    return tokens
  } finally {
    await db.destroy()
  }
}

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)]

function nextHabit(): Habit {
  let left = Math.random() * 100
  for (const [habit, often] of Object.entries(habits)) {
    left -= often
    if (left < 0) return habit as Habit
  }
  return 'open the list'
}

/** Simulates one recruiter: what they see leads to what they do next. */
function createRecruiter(url: string, token: string, played: Played) {
  let rows: Row[] = []
  let cursor: string | null = null
  const columns = new Map<string, string[]>()

  async function call<Body>(name: string, path: string, body?: unknown): Promise<Body | null> {
    const started = performance.now()
    played.requests += 1
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const times = played.times.get(name) ?? []
      played.times.set(name, times)
      times.push(performance.now() - started)
      if (response.ok) return text ? (JSON.parse(text) as Body) : null
      if (response.status < 500 && response.status !== 401 && response.status !== 429) played.refused += 1
      else played.failed.push(`${name}: ${response.status} ${text.slice(0, 120)}`)
    } catch (error) {
      played.failed.push(
        `${name}: ${(error as Error).message} ${(error as { cause?: Error }).cause?.message ?? ''}`,
      )
    }
    return null
  }

  async function list(name: string, query: string): Promise<void> {
    const page = await call<{ items: Row[]; nextCursor: string | null }>(name, `/applications/?${query}`)
    if (!page || page.items.length === 0) return
    rows = page.items
    cursor = page.nextCursor
  }

  async function board(id: string): Promise<void> {
    const seen = await call<{ columns: { id: string; type: string; cards: Row[] }[] }>(
      'board',
      `/board/${id}/?limit=25`,
    )
    if (!seen) return
    columns.set(
      id,
      // Hired and closed need a reason, which a drag asks for.
      seen.columns.filter(({ type }) => type !== 'hired' && type !== 'closed').map((column) => column.id),
    )
  }

  const acts: Record<Habit, () => Promise<void>> = {
    'open the list': () => list('list', 'open=true'),
    'turn a page': () =>
      list(
        'next page',
        cursor ? `open=true&cursor=${encodeURIComponent(cursor)}` : 'open=true&sort=candidate',
      ),
    search: () => list('search', `q=${pick(searched)}`),
    async 'open an application'() {
      const row = pick(rows)
      if (!row) return
      await Promise.all([
        call('application', `/applications/${row.id}/`),
        call('timeline', `/applications/${row.id}/activity-logs/`),
      ])
    },
    async 'open a board'() {
      const row = pick(rows)
      if (row) await board(row.position.id)
    },
    async move() {
      const row = pick(rows)
      if (!row) return
      if (!columns.has(row.position.id)) await board(row.position.id)
      const toStatusId = pick(columns.get(row.position.id) ?? [])
      if (toStatusId)
        await call('move', `/board/${row.position.id}/move/`, { applicationIds: [row.id], toStatusId })
    },
    async comment() {
      const row = pick(rows)
      if (row)
        await call('comment', `/applications/${row.id}/activity-logs/comment/`, {
          body: 'Called, will call back.',
        })
    },
    async 'look at the dashboard'() {
      await Promise.all([
        call('dashboard', '/dashboard/metrics/kpi/'),
        call('dashboard', '/dashboard/analytics/hiring-summary'),
      ])
    },
  }
  return async () => {
    if (rows.length === 0) await acts['open the list']()
    await acts[nextHabit()]()
  }
}

/**
 * Simulates recruiters for some seconds at `times` a day's pace, each following live events. Actions are due by the
 * clock: a slow server gets more concurrent requests, not fewer.
 */
export async function playDay(
  url: string,
  tokens: readonly string[],
  { seconds, times, streams }: { seconds: number; times: number; streams: number },
): Promise<Played> {
  const played: Played = { times: new Map(), requests: 0, refused: 0, failed: [], events: 0 }
  const following = tokens.slice(0, streams).map((token) => followStream(url, token))
  const until = performance.now() + seconds * 1000
  const betweenMs = (betweenSeconds / times) * 1000
  await Promise.all(
    tokens.map(async (token) => {
      const act = createRecruiter(url, token, played)
      let due = performance.now() + Math.random() * betweenMs
      while (due < until) {
        await setTimeout(Math.max(0, due - performance.now()))
        await act()
        // Exponentially distributed arrivals.
        due += -Math.log(1 - Math.random()) * betweenMs
      }
    }),
  )
  for (const one of following) {
    played.events += one.ids.size
    one.leave()
  }
  return played
}
