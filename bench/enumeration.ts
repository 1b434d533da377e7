import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@muster/server/database/connect.ts'
import { startEmbeddedPostgres } from '@muster/server/database/embedded.ts'
import { newId } from '@muster/server/database/new-id.ts'
import { createWorkspace } from '@muster/server/workspaces/create-workspace.ts'
import pg from 'pg'
import { serve } from './child.ts'
import { median } from './measure.ts'
import { signIn } from './sign-in.ts'

/**
 * Response times must not reveal whether an address is known. Each attempt sends a known and an unknown address, one
 * after the other; the median of the differences within attempts is what counts, as the load of the machine changes.
 */
const attempts = 200
const targetMs = 5

const admin = { email: 'admin@example.com', password: 'a password for the bench' }
/** Signs in to another workspace than the admin does. */
const known = 'known@example.com'
const unknown = 'nobody@example.com'

interface Case {
  name: string
  method: 'POST' | 'PUT'
  path: string
  body: (email: string) => object
  /** By the admin, of whose workspace neither address is. */
  signedIn?: boolean
}

const cases: Case[] = [
  {
    name: 'sign-in with a wrong password',
    method: 'POST',
    path: '/login/',
    body: (email) => ({ email, password: 'not the password' }),
  },
  {
    name: 'forgotten password',
    method: 'POST',
    path: '/users/forgot-password',
    body: (email) => ({ email }),
  },
  {
    name: 'invitation',
    method: 'POST',
    path: '/users/invite',
    body: (email) => ({ email, role: 'viewer' }),
    signedIn: true,
  },
  {
    name: 'change of one’s own address',
    method: 'PUT',
    path: '/users/me/',
    body: (email) => ({ email, currentPassword: admin.password }),
    signedIn: true,
  },
]

/** What an answer says, without the address that was sent and what is new in each. */
function shape(text: string, email: string): string {
  return text
    .replaceAll(email, 'address')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
    .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, 'moment')
}

/** Returns the median difference of pairs, and the interval that holds the true one in 95 of 100 runs. */
function compare(some: readonly number[], others: readonly number[]) {
  const differences = some.map((ms, index) => ms - others[index]!).sort((one, other) => one - other)
  const half = 0.98 * Math.sqrt(differences.length)
  const middle = differences.length / 2
  return {
    apart: median(differences),
    low: differences[Math.max(0, Math.floor(middle - half))]!,
    high: differences[Math.min(differences.length - 1, Math.ceil(middle + half))]!,
  }
}

async function time(url: string, method: Case['method'], body: object, token?: string) {
  const started = performance.now()
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { ms: performance.now() - started, answer: `${response.status} ${text}` }
}

async function addKnown(url: string): Promise<void> {
  const db = connect(url, 1)
  const { workspaceId } = await db
    .transaction()
    .execute((tx) =>
      createWorkspace(tx, { name: 'Another workspace', timezone: 'UTC', defaultCountry: 'US' }),
    )
  const user = { workspace_id: workspaceId, id: newId(), email: known }
  await db
    .insertInto('users')
    .values({ ...user, name: 'Known', role: 'admin' })
    .execute()
  // The password is the admin's, so that its hash is one.
  await db
    .insertInto('logins')
    .columns(['workspace_id', 'user_id', 'email', 'password_hash'])
    .expression((of) =>
      of
        .selectFrom('logins')
        .where('email', '=', admin.email)
        .select(({ val }) => [
          val(user.workspace_id).as('workspace_id'),
          val(user.id).as('user_id'),
          val(known).as('email'),
          'password_hash',
        ]),
    )
    .execute()
  await db.destroy()
}

const folder = await mkdtemp(join(tmpdir(), 'muster-enumeration-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
const served = await serve('./serve-muster.ts', postgres.connectionString, {
  MUSTER_PUBLIC_CALLS_PER_MINUTE: '1000000',
  MUSTER_PERSON_CALLS_PER_MINUTE: '1000000',
  MUSTER_ADMIN_PASSWORD: admin.password,
})
const client = new pg.Client({ connectionString: postgres.connectionString })
await client.connect()
try {
  await addKnown(postgres.connectionString)
  // Else it would have to be replaced before anything opens.
  await client.query('update logins set given_at = null')
  const token = await signIn(served.url, admin)
  for (const { name, method, path, body, signedIn } of cases) {
    const times: Record<string, number[]> = { [known]: [], [unknown]: [] }
    const answers = new Set<string>()
    for (let attempt = 0; attempt < attempts; attempt += 1)
      for (const email of attempt % 2 ? [known, unknown] : [unknown, known]) {
        // Locks come after ten attempts; here every response must be unlocked.
        await client.query(
          'delete from login_failures; delete from mail_counts; delete from email_claims; update invitations set revoked_at = now()',
        )
        const url = `${served.url}/api/v1${path}`
        const { ms, answer } = await time(url, method, body(email), signedIn ? token : undefined)
        if (signedIn && !answer.startsWith('20')) throw new Error(`${name} answered ${answer}`)
        times[email]!.push(ms)
        answers.add(shape(answer, email))
      }
    const [ofKnown, ofUnknown] = [median(times[known]!), median(times[unknown]!)]
    const { apart, low, high } = compare(times[known]!, times[unknown]!)
    const isApart = Math.abs(apart) > targetMs
    const same =
      answers.size === 1
        ? 'the same answer'
        : `! ${answers.size} different answers: ${[...answers].join(' | ').slice(0, 600)}`
    console.log(
      `${name}: known ${ofKnown.toFixed(1)} ms, unknown ${ofUnknown.toFixed(1)} ms, apart ${apart.toFixed(2)} ms (95 %: ${low.toFixed(1)} to ${high.toFixed(1)})${isApart ? ' !' : ''}, ${same}`,
    )
  }
} finally {
  await client.end()
  await served.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
