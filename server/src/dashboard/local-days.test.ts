import { listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import { exportDailyActivity, getDailyActivity } from '@muster/contract/dashboard.ts'
import { dayOf, momentsOf, startOfDay } from '@muster/contract/local-days.ts'
import { rowsBehind } from '@muster/contract/report-rows.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { createLocalClock } from '../exports/local-clock.ts'
import { rebuildFacts } from '../facts/compact-totals.ts'
import { createZonedTime } from '../imports/zoned-time.ts'
import { addPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer } from '../testing/test-server.ts'

const dayMs = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  changes = await changesInBoth()
})

afterAll(() => server?.stop())

/** What clocks of a timezone are ahead of UTC. */
function createOffset(timezone: string): (at: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  }
}

/** Each change of clocks of every timezone from 2020 to 2030, and that over which Samoa skipped a day. */
function changesOfClocks(): { timezone: string; at: number }[] {
  const found = [{ timezone: 'Pacific/Apia', at: Date.parse('2011-12-30T10:00:00Z') }]
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    const offset = createOffset(timezone)
    const step = 7 * dayMs
    for (
      let from = Date.parse('2020-01-01T00:00:00Z');
      from < Date.parse('2031-01-01T00:00:00Z');
      from += step
    ) {
      if (offset(from) === offset(from + step)) continue
      let [before, after] = [from, from + step]
      while (after - before > 1000) {
        const middle = Math.floor((before + after) / 2000) * 1000
        if (offset(middle) === offset(before)) before = middle
        else after = middle
      }
      found.push({ timezone, at: after })
    }
  }
  return found
}

/** Those of timezones that the database and Node know by the same rules: their releases of the rules may differ. */
async function changesInBoth() {
  const all = changesOfClocks()
  const asked = all.flatMap(({ timezone, at }) =>
    [-2 * dayMs, -1000, 0, 2 * dayMs].map((apart) => ({ timezone, at: at + apart })),
  )
  const { rows } = await sql<{ offset: number }>`
    select extract(epoch from (at at time zone timezone) - (at at time zone 'UTC'))::float8 * 1000 as offset
    from unnest(${asked.map(({ at }) => iso(at))}::timestamptz[], ${asked.map(({ timezone }) => timezone)}::text[])
      with ordinality as asked (at, timezone, place)
    order by place
  `.execute(server.db)
  const offsets = new Map(all.map(({ timezone }) => [timezone, createOffset(timezone)]))
  const other = new Set(
    asked
      .filter(({ timezone, at }, index) => offsets.get(timezone)!(at) !== rows[index]!.offset)
      .map(({ timezone }) => timezone),
  )
  expect([...other].length).toBeLessThan(5)
  return all.filter(({ timezone }) => !other.has(timezone))
}

let changes: { timezone: string; at: number }[]

describe('the start of a local day', () => {
  it('is the same in the database and in TypeScript, around every change of clocks from 2020 to 2030', async () => {
    const asked = changes.flatMap(({ timezone, at }) =>
      [-1, 0, 1, 2].map((days) => ({ timezone, day: dayOf(at + days * dayMs, timezone) })),
    )
    asked.push({ timezone: 'Pacific/Apia', day: '2011-12-30' })
    expect(changes.length).toBeGreaterThan(2000)
    const { rows } = await sql<{ at: string }>`
      select local_day_start(day::date, timezone) as at
      from unnest(${asked.map(({ day }) => day)}::text[], ${asked.map(({ timezone }) => timezone)}::text[])
        with ordinality as asked (day, timezone, place)
      order by place
    `.execute(server.db)
    const differ = asked.filter(({ timezone, day }, index) => startOfDay(day, timezone) !== rows[index]!.at)
    expect(differ).toEqual([])
  })

  it('is the first moment that clocks show the day, and the day before ends there', () => {
    const wrong = changes.filter(({ timezone, at }) => {
      const day = dayOf(at, timezone)
      const start = Date.parse(startOfDay(day, timezone))
      return dayOf(start, timezone) !== day || dayOf(start - 1, timezone) >= day
    })
    expect(wrong).toEqual([])
  })

  it('is the next day for a day that was skipped', () => {
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe(startOfDay('2011-12-31', 'Pacific/Apia'))
  })

  it('is when a date of an imported file begins; a time is the first that clocks show it', () => {
    const wrong = changes.filter(({ timezone, at }) => {
      const { toInstant } = createZonedTime(timezone)
      const day = dayOf(at, timezone)
      if (toInstant(day) !== startOfDay(day, timezone)) return true
      // Noon is never put forward or back over.
      return dayOf(Date.parse(toInstant(`${day}T12:00:00`)), timezone) !== day
    })
    expect(wrong).toEqual([])
    const ambiguous = Date.parse('2026-10-25T00:30:00Z')
    expect(createZonedTime('Atlantic/Azores').toInstant('2026-10-25T00:30:00')).toBe(
      iso(momentsOf(ambiguous, 'Atlantic/Azores')[0]!),
    )
    expect(createZonedTime('Asia/Beirut').toInstant('2026-03-29T00:30:00')).toBe('2026-03-28T22:30:00.000Z')
  })

  it('is where the days of exports begin, as clocks show them around every change', async () => {
    const asked = changes.flatMap(({ timezone, at }) =>
      [-60, -1, 0, 1, 30, 60].map((minutes) => ({ timezone, at: at + minutes * 60_000 })),
    )
    const { rows } = await sql<{ text: string; day: number; minute: number }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || '+00' as text,
        (at at time zone timezone)::date - date '1970-01-01' as day,
        (extract(epoch from (at at time zone timezone)::time) / 60)::integer as minute
      from unnest(${asked.map(({ at }) => iso(at))}::timestamptz[], ${asked.map(({ timezone }) => timezone)}::text[])
        with ordinality as asked (at, timezone, place)
      order by place
    `.execute(server.db)
    const clocks = new Map<string, ReturnType<typeof createLocalClock>>()
    const differ = asked.filter(({ timezone }, index) => {
      const { text, day, minute } = rows[index]!
      const clock = clocks.get(timezone) ?? createLocalClock(timezone)
      clocks.set(timezone, clock)
      const shown = clock(Buffer.from(text), 0)
      return shown.day !== day || shown.minute !== minute
    })
    expect(differ).toEqual([])
  })
})

const days: [timezone: string, day: string][] = [
  ['Atlantic/Azores', '2025-10-26'],
  ['Atlantic/Azores', '2026-03-29'],
  ['America/Havana', '2025-11-02'],
  ['America/Havana', '2026-03-08'],
  ['America/Santiago', '2026-04-05'],
  ['America/Santiago', '2025-09-07'],
  ['Asia/Beirut', '2026-03-29'],
  ['Asia/Beirut', '2025-10-26'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2025-10-31'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2025-10-05'],
  ['America/Scoresbysund', '2025-10-26'],
  ['Pacific/Apia', '2011-12-31'],
]

describe.each(days)('the reports of %s around %s', (timezone, day) => {
  it('count each day the rows that its link opens, from daily totals, from rows and in an export', async () => {
    const { workspaceId } = await server.addWorkspace()
    await server.db.updateTable('workspaces').set({ timezone }).where('id', '=', workspaceId).execute()
    const as = await server.addUser(workspaceId, 'admin')
    const position = await addPosition(server.db, workspaceId)
    const start = Date.parse(startOfDay(day, timezone))
    const hour = 3_600_000
    // A row each half hour from one day before to two days after.
    const moments = Array.from({ length: 148 }, (_, index) => iso(start - 24 * hour + index * (hour / 2)))
    const made = moments.map((at) => ({ at, id: newId(), candidateId: newId() }))
    const here = { workspace_id: workspaceId }
    await server.db
      .insertInto('candidates')
      .values(made.map(({ candidateId }) => ({ ...here, id: candidateId, name: 'One' })))
      .execute()
    await server.db
      .insertInto('applications')
      .values(
        made.map(({ at, id, candidateId }) => ({
          ...here,
          id,
          candidate_id: candidateId,
          position_id: position.id,
          status_id: position.statuses.lead,
          status_type: 'lead',
          reached: 0,
          rank: id,
          candidate_name: 'One',
          candidate_search: 'one',
          applied_at: at,
          created_at: at,
        })),
      )
      .execute()
    await server.db
      .insertInto('calls')
      .values(
        made.map(({ at, id }) => ({
          ...here,
          id: newId(),
          application_id: id,
          lifecycle: 'completed',
          direction: 'outbound',
          end_reason: 'human_conversation',
          started_at: at,
        })),
      )
      .execute()
    await rebuildFacts(server.db, workspaceId)
    const from = startOfDay(dayOf(start - 26 * hour, timezone), timezone)
    const to = startOfDay(dayOf(start + 80 * hour, timezone), timezone)
    const read = async () => {
      const { body } = await server.call(getDailyActivity, { as, query: { from, to } })
      return body
    }
    const summed = await read()
    await server.db
      .updateTable('report_states')
      .set({ ready: false })
      .where('workspace_id', '=', workspaceId)
      .execute()
    expect((await read()).items).toEqual(summed.items)
    expect(summed.items.map(({ at }) => at)).toContain(iso(start))
    const counted: unknown[] = []
    for (const [index, item] of summed.items.entries()) {
      const period = { from: item.at, to: summed.items[index + 1]?.at ?? to, timezone }
      const rows = async (
        figure: Parameters<typeof rowsBehind>[0],
        list: typeof listApplications | typeof listCalls,
      ) => {
        const { filters } = rowsBehind(figure, period)
        const { body } = await server.call(list, { as, query: { ...filters, limit: '1' } } as never)
        return (body as { total: { value: number } }).total.value
      }
      counted.push([
        item.at,
        await rows({ counts: 'created' }, listApplications),
        await rows({ counts: 'calls', which: 'placed' }, listCalls),
      ])
    }
    expect(summed.items.map(({ at, applications, calls }) => [at, applications, calls])).toEqual(counted)
    expect(summed.items.reduce((sum, { applications }) => sum + applications, 0)).toBe(148)
    const response = await fetch(server.url + addressOf(exportDailyActivity, {}, { from, to }), {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })
    const lines = (await response.text()).trim().split('\r\n').slice(1)
    expect(lines.map((line) => [line.split(',')[0], Number(line.split(',')[3])])).toEqual(
      summed.items.map(({ at, applications }) => [dayOf(Date.parse(at), timezone), applications]),
    )
  })
})
