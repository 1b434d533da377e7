import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { readTimestamp } from './read-timestamp.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

/** Returns what the database writes for times. */
async function written(times: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select (time::timestamptz(3))::text as text from unnest(${times}::text[]) with ordinality as t (time, n) order by n
  `.execute(server.db)
  return rows.map(({ text }) => text)
}

describe('readTimestamp', () => {
  it('reads every time to the millisecond, as Date does', async () => {
    const range = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
    const times = fc
      .sample(fc.date({ ...range, noInvalidDate: true }), { numRuns: 2_000, seed: 7 })
      .map((date) => date.toISOString())
    expect((await written(times)).map(readTimestamp)).toEqual(times)
  })

  it.each([
    ['2026-11-28 05:04:28+00', '2026-11-28T05:04:28.000Z'],
    ['2026-11-28 05:04:28.1+00', '2026-11-28T05:04:28.100Z'],
    ['2026-11-28 05:04:28.05+00', '2026-11-28T05:04:28.050Z'],
    ['2026-11-28 05:04:28.123456+00', '2026-11-28T05:04:28.123Z'],
    ['2026-11-28 05:04:28.123+05:30', '2026-11-27T23:34:28.123Z'],
    ['2026-11-28 05:04:28-08', '2026-11-28T13:04:28.000Z'],
    ['infinity', 'infinity'],
  ])('reads %s as %s', (text, time) => {
    expect(readTimestamp(text)).toBe(time)
  })
})
