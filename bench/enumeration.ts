import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@muster/server/database/embedded.ts'
import pg from 'pg'
import { serve } from './child.ts'
import { median } from './measure.ts'

/** Whether an address is known must not show in how long an answer takes: medians over this many, taking turns. */
const attempts = 200
const targetMs = 5

const known = 'admin@example.com'
const unknown = 'nobody@example.com'

interface Case {
  name: string
  path: string
  body: (email: string) => object
}

const cases: Case[] = [
  {
    name: 'sign-in with a wrong password',
    path: '/login/',
    body: (email) => ({ email, password: 'not the password' }),
  },
  { name: 'forgotten password', path: '/users/forgot-password', body: (email) => ({ email }) },
]

async function time(url: string, body: object): Promise<{ ms: number; answer: string }> {
  const started = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { ms: performance.now() - started, answer: `${response.status} ${text}` }
}

const folder = await mkdtemp(join(tmpdir(), 'muster-enumeration-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
const served = await serve('./serve-muster.ts', postgres.connectionString, {
  MUSTER_PUBLIC_CALLS_PER_MINUTE: '1000000',
  MUSTER_ADMIN_PASSWORD: 'a password for the bench',
})
const client = new pg.Client({ connectionString: postgres.connectionString })
await client.connect()
try {
  for (const { name, path, body } of cases) {
    const times: Record<string, number[]> = { [known]: [], [unknown]: [] }
    const answers = new Set<string>()
    for (let attempt = 0; attempt < attempts; attempt += 1)
      for (const email of attempt % 2 ? [known, unknown] : [unknown, known]) {
        // Locks come after ten, for known and unknown alike; here every answer is to be a first one.
        await client.query('delete from login_failures')
        const { ms, answer } = await time(`${served.url}/api/v1${path}`, body(email))
        times[email]!.push(ms)
        answers.add(answer)
      }
    const [ofKnown, ofUnknown] = [median(times[known]!), median(times[unknown]!)]
    const apart = Math.abs(ofKnown - ofUnknown)
    const same = answers.size === 1 ? 'the same answer' : `! ${answers.size} different answers`
    console.log(
      `${name}: known ${ofKnown.toFixed(1)} ms, unknown ${ofUnknown.toFixed(1)} ms, apart ${apart.toFixed(2)} ms${apart > targetMs ? ' !' : ''}, ${same}`,
    )
  }
} finally {
  await client.end()
  await served.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
