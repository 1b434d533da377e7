import { enoughOfPosition, forecastTypes } from '@muster/contract/goals.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { forecastHires } from '../goals/hires-distribution.ts'
import { collectSample } from './fill-sample.ts'
import type { SampleTable } from './rows.ts'
import type { SampleWorkspace } from './setup-rows.ts'

const hour = 3_600_000
const day = 24 * hour

const slaDays = {
  lead: 2,
  contacted: 3,
  qualified: 3,
  submitted: 5,
  interview: 7,
  offer: 5,
  hired: null,
  closed: null,
}

/** A workspace as a new one is, without a database. */
const workspace: SampleWorkspace = {
  id: newId(),
  timezone: 'America/Chicago',
  pipelineId: newId(),
  stages: Object.entries(slaDays).map(([type, days], ordinal) => ({
    id: newId(),
    name: type,
    type: type as keyof typeof slaDays,
    color: '#6B7280',
    slaDays: days,
    ordinal,
  })),
  reasons: ['us', 'candidate', 'company'].map((party) => ({ id: newId(), party, name: 'Other' })),
  admin: { id: newId(), email: 'admin@example.com' },
  suffix: '',
  fields: [],
  taken: {
    companies: new Set(),
    reports: new Set(),
    dashboards: new Set(),
    views: new Set(),
    queues: new Set(),
    campaigns: new Set(),
    costs: new Set(),
  },
}

/** At night, at noon and at weekends, all year, half a week and some hours apart. */
const moments = Array.from(
  { length: 24 },
  (_, number) => Date.parse('2026-01-05T06:00:00Z') + number * (15 * day + 13 * hour),
)

interface Row {
  id: string
  [column: string]: unknown
}

function sampleAt(asOf: number) {
  const tables = collectSample(workspace, asOf)
  const rows = (table: SampleTable) => tables.get(table) as unknown as Row[]
  const at = (value: unknown) => Date.parse(String(value))
  return { asOf, rows, at, open: rows('applications').filter((row) => row.closed_at === null) }
}

/** Returns how many open positions have each outlook, as the forecast of openings has it. */
function countOutlooks({ asOf, rows, at, open }: ReturnType<typeof sampleAt>): Record<string, number> {
  const since = asOf - 365 * day
  const decided = rows('applications').filter(
    (row) => row.closed_at !== null && at(row.closed_at) >= since && at(row.closed_at) < asOf,
  )
  const conversionOf = (type: (typeof forecastTypes)[number], positionId: string) => {
    const rank = statusTypeRank(type)
    const past = decided.filter(
      ({ reached }) => rank === 0 || ((reached as number) >= rank && (reached as number) <= 6),
    )
    const own = past.filter((row) => row.position_id === positionId)
    const some = own.length >= enoughOfPosition ? own : past
    return { n: some.length, hired: some.filter(({ disposition }) => disposition === 'hired').length }
  }
  const counts: Record<string, number> = {}
  for (const { id, state, openings } of rows('positions')) {
    if (state !== 'open') continue
    const ofPosition = rows('applications').filter((row) => row.position_id === id)
    const left = (openings as number) - ofPosition.filter(({ disposition }) => disposition === 'hired').length
    const waiting = open.filter((row) => row.position_id === id)
    const groups = forecastTypes.flatMap((type) => {
      const count = waiting.filter(({ status_type }) => status_type === type).length
      return count > 0 ? [{ count, ...conversionOf(type, id) }] : []
    })
    const { low, high } = forecastHires(groups, left)
    const outlook = left <= 0 ? 'filled' : low >= left ? 'likely' : high < left ? 'unlikely' : 'uncertain'
    counts[outlook] = (counts[outlook] ?? 0) + 1
  }
  return counts
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

describe.each(moments.map((moment) => [new Date(moment).toISOString(), moment] as const))(
  'at %s',
  (_, moment) => {
    const sample = sampleAt(moment)
    const { asOf, rows, at, open } = sample

    it('less than a tenth of the open applications is overdue', () => {
      const late = open.filter((row) => row.due_at !== null && at(row.due_at) <= asOf)
      expect(open.length).toBeGreaterThan(50)
      expect(late.length / open.length).toBeLessThan(0.1)
    })

    it('a few are overdue, so that there is something to do', () => {
      const late = open.filter((row) => row.due_at !== null && at(row.due_at) <= asOf)
      expect(late.length).toBeGreaterThan(1)
    })

    it('calls of staff and of the campaign name the queue, others none', () => {
      const [queue] = rows('call_queues')
      const staff = rows('calls').filter((row) => row.logged_by !== null && row.direction === 'outbound')
      expect(staff.length).toBeGreaterThan(50)
      for (const row of rows('calls'))
        expect(row.queue_id).toBe(staff.includes(row) || row.campaign_id !== null ? queue!.id : null)
    })

    it('several wait for their first call', () => {
      expect(open.filter((row) => row.call_attempts === 0).length).toBeGreaterThan(5)
    })

    it.each([
      [7, 'applications', 'applied_at'],
      [28, 'applications', 'applied_at'],
      [7, 'calls', 'started_at'],
      [28, 'calls', 'started_at'],
    ] as const)('%i days bring about as many %s as the days before', (days, table, column) => {
      const times = rows(table).map((row) => at(row[column]))
      const countFrom = (from: number) => times.filter((time) => time > asOf - from * day).length
      const now = countFrom(days)
      const change = now / (countFrom(2 * days) - now) - 1
      expect(change).toBeGreaterThan(-0.3)
      expect(change).toBeLessThan(0.6)
    })

    it('openings are filled within weeks', () => {
      const opened = new Map(rows('positions').map((row) => [row.id, at(row.opened_at)]))
      const hires = rows('applications').filter((row) => row.status_type === 'hired')
      const days = hires.map((row) => (at(row.closed_at) - opened.get(row.position_id as string)!) / day)
      expect(hires.length).toBeGreaterThan(40)
      expect(median(days)).toBeGreaterThan(14)
      expect(median(days)).toBeLessThan(56)
    })

    it('the outlooks of open positions differ: some are uncertain, some have too few candidates', () => {
      const { uncertain, unlikely } = countOutlooks(sample)
      expect(uncertain).toBeGreaterThan(1)
      expect(unlikely).toBeGreaterThan(1)
    })

    it('every column of the board has somebody, and callbacks are due soon', () => {
      expect(new Set(open.map((row) => row.status_type)).size).toBe(6)
      expect(open.some((row) => row.callback_at !== null)).toBe(true)
    })

    it('somebody awaits the decision of the reviewer, with a summary that was shared', () => {
      const reviewer = rows('users').find((row) => row.role === 'client_reviewer')!
      const positions = new Set(
        rows('positions').flatMap((row) => (row.company_id === reviewer.company_id ? row.id : [])),
      )
      const awaiting = open.filter(
        (row) => row.status_type === 'submitted' && positions.has(row.position_id as string),
      )
      const shared = new Set(rows('submissions').map((row) => row.application_id))
      expect(awaiting.some(({ id }) => shared.has(id))).toBe(true)
      const asked = rows('submission_messages').filter((row) => row.user_id === reviewer.id)
      expect(asked.length).toBeGreaterThan(5)
      expect(rows('submission_messages').every((row) => at(row.at) <= asOf)).toBe(true)
    })

    it('no two people share a phone number, and each is reserved for fiction', () => {
      const phones = rows('candidates').flatMap((row) => (row.phone ? String(row.phone) : []))
      expect(new Set(phones).size).toBe(phones.length)
      const others = [
        ...rows('agents').map((row) => row.phone),
        ...rows('companies').map((row) => row.contact_phone),
      ]
      for (const phone of [...phones, ...others]) expect(String(phone)).toMatch(/^\+1\d{3}55501\d\d$/)
      expect(others.filter((phone) => phones.includes(String(phone)))).toEqual([])
    })

    it('a transcript agrees with the outcome and the callback of its call', () => {
      const said = rows('calls').filter((row) => row.transcript)
      expect(said.length).toBeGreaterThan(50)
      for (const { outcome, transcript } of said)
        expect(String(transcript).includes('better time')).toBe(outcome === 'callback')
    })

    it('a summary and a transcript name the day of the callback', () => {
      const dayIn = (at: unknown) =>
        new Date(String(at)).toLocaleDateString('en-CA', { timeZone: workspace.timezone })
      let named = 0
      for (const { summary, transcript, callback_at: at, started_at: now } of rows('calls')) {
        if (at === null) continue
        const ahead = (Date.parse(dayIn(at)) - Date.parse(dayIn(now))) / day
        const weekday = new Date(dayIn(at)).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
        const when = ahead === 0 ? 'later today' : ahead === 1 ? 'tomorrow' : `on ${weekday}`
        for (const text of [summary, transcript].map(String)) {
          const said = /later today|tomorrow|on \w+day/.exec(text)?.[0]
          if (said) named += 1
          expect(said ?? when).toBe(when)
        }
      }
      expect(named).toBeGreaterThan(20)
    })
  },
)

describe('at most moments', () => {
  it('some openings are likely to be filled', () => {
    const likely = moments.filter((moment) => (countOutlooks(sampleAt(moment)).likely ?? 0) > 0)
    expect(likely.length / moments.length).toBeGreaterThan(0.8)
  })
})
