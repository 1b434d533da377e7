import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from './jobs/jobs.ts'
import { runJobs } from './run-jobs.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
const workers = new Map<string, { atOnce?: number; ofWorkspace?: number }>()
const schedules = new Map<string, string>()
const channels: string[] = []
const repeated: number[] = []

beforeAll(async () => {
  server = await startTestServer()
  const jobs: Jobs = {
    ...server.services.jobs,
    async work(name, _run, options = {}) {
      workers.set(name, options)
    },
    async schedule(name, cron) {
      schedules.set(name, cron)
    },
    async onNotified(channel) {
      channels.push(channel)
    },
    repeat(everyMs) {
      repeated.push(everyMs)
    },
  }
  await runJobs({ ...server.services, jobs })
})

afterAll(() => server?.stop())

describe('a node that runs jobs', () => {
  it('works every queue, so that no job waits for ever', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.queue where name not like '\\_\\_%'`.execute(server.db)
    expect([...workers.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('looks every minute for what is due: reminders, reports, webhooks, totals and sort keys', () => {
    const everyMinute = [...schedules].filter(([, cron]) => cron === '* * * * *').map(([name]) => name)
    expect(everyMinute.toSorted()).toEqual([
      'build-sort-keys',
      'send-due-reports',
      'send-reminders',
      'sweep-webhooks',
      'update-report-totals',
      'write-sample-resumes',
    ])
  })

  it('bills every ten minutes, cleans up and compares with Stripe every hour, and erases at night', () => {
    const fields = (name: string) => schedules.get(name)?.split(' ').slice(0, 5)
    expect(fields('run-billing-cycle')).toEqual(['*/10', '*', '*', '*', '*'])
    for (const hourly of ['clean-up', 'reconcile-stripe'])
      expect(fields(hourly)).toEqual([expect.stringMatching(/^\d+$/), '*', '*', '*', '*'])
    for (const nightly of ['apply-retention', 'erase-undone-imports'])
      expect(fields(nightly)).toEqual([
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^[1-5]$/),
        ...['*', '*', '*'],
      ])
  })

  it('leaves one workspace fewer than all slots of a queue, so that the others need not wait', () => {
    const shared = [...workers].filter(([, { atOnce = 1 }]) => atOnce > 1)
    expect(shared.map(([name]) => name).toSorted()).toEqual([
      'deliver-webhooks',
      'run-import',
      'send-report',
      'undo-import',
    ])
    for (const [, { atOnce, ofWorkspace }] of shared) expect(ofWorkspace).toBeLessThan(atOnce!)
  })

  it('listens where the database reports new webhook deliveries', async () => {
    const { rows } = await sql<{ channel: string }>`
      select distinct match[1] as channel
      from pg_proc, regexp_matches(prosrc, 'pg_notify\\(''(\\w*webhook\\w*)''', 'g') as match
    `.execute(server.db)
    expect(channels).toEqual(rows.map(({ channel }) => channel))
  })

  it('applies pending facts and places calls of campaigns within a second', () => {
    expect(repeated).toHaveLength(2)
    for (const everyMs of repeated) expect(everyMs).toBeLessThanOrEqual(1000)
  })
})
