import { callEndReasons } from '@muster/contract/calls.ts'
import * as contract from '@muster/contract/voice-reports.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import { callLabels } from '../calls/call-labels.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { formatWeekday } from '../texts/format.ts'
import { exportReport } from './export-report.ts'
import { askFacts, reportFacts } from './report-facts.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'
import { type FactSum, sumFacts, total } from './sum-facts.ts'

type EndReason = (typeof callEndReasons)[number]

/** Null: in progress. */
const reasonOf = (label: string) => (label || null) as EndReason | null
const rank = (label: string) => callEndReasons.indexOf(label as EndReason)

interface Hour {
  weekday: number
  hour: number
  placed: number
  answered: number
  conversations: number
}

/** Returns calls by weekday and hour of their start. Hours without calls are left out. */
async function loadHours(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  period: ReportPeriod,
): Promise<Hour[]> {
  const facts = reportFacts(actor, query, period, { figures: ['callsByHour'] })
  const many = (part: string) => sql`coalesce(sum(f.n) filter (where f.label = ${part}), 0)::float8`
  const hours = await askFacts(db, facts, {
    ask: (relation) => sql<Hour>`
      select extract(isodow from f.day)::integer as weekday, f.value as hour, ${many('placed')} as placed,
        ${many('answered')} as answered, ${many('conversations')} as conversations
      from (${relation}) as f
      group by 1, 2
    `,
    counts: ['placed', 'answered', 'conversations'],
  })
  return hours
    .filter(({ placed }) => placed > 0)
    .sort((one, other) => one.weekday - other.weekday || one.hour - other.hour)
}

function ratesOf(facts: readonly FactSum[], part: 0 | 1) {
  const placed = total(facts, { part, figure: 'calls', label: 'placed' })
  const answered = total(facts, { part, figure: 'calls', label: 'answered' })
  const called = total(facts, { part, figure: 'called' })
  const spoken = total(facts, { part, figure: 'contactMade' })
  return {
    connection: { placed, answered, rate: partOf(answered, placed) },
    contact: { called, spoken, rate: partOf(spoken, called) },
  }
}

/** Returns how calls ended, when they were placed and answered, and the rates of both periods. */
async function loadCallStatuses(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const facts = await sumFacts(db, actor, query, period, {
    figures: ['callEnds', 'calls', 'called', 'contactMade'],
    previous: true,
    columns: ['label'],
  })
  const [now, before] = [ratesOf(facts, 1), ratesOf(facts, 0)]
  const { placed } = now.connection
  const ends = facts.filter((fact) => fact.figure === 'callEnds' && fact.part === 1)
  return {
    total: placed,
    endReasons: ends
      .toSorted((one, other) => other.n - one.n || rank(one.label) - rank(other.label))
      .map(({ label, n }) => ({ endReason: reasonOf(label), count: n, share: partOf(n, placed) })),
    byHour: await loadHours(db, actor, query, period),
    connection: { ...now.connection, previous: before.connection },
    contact: { ...now.contact, previous: before.contact },
  }
}

export const getCallStatuses = handler(contract.getCallStatuses, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadCallStatuses(tx, actor, query, period)) }
})

/** The cells of each kind of row; a cell that a kind lacks is empty. */
interface Row {
  figure: string
  endReason?: string
  weekday?: string
  hour?: number
  placed?: number
  answered?: number
  conversations?: number
  called?: number
  spoken?: number
  rate: number | null
  before?: number | null
}

export const exportCallStatuses = exportReport(
  contract.exportCallStatuses,
  'call-statuses',
  async ({ tx, actor, query }, period) => {
    const { endReasons, byHour, connection, contact } = await loadCallStatuses(tx, actor, query, period)
    const [connected, contacted] = [t`Connection rate`, t`Contact rate`]
    const [endings, hours] = [t`Call results`, t`Connection rate by weekday and hour`]
    const { placed, answered } = connection
    const { called, spoken } = contact
    const rows: Row[] = [
      { figure: connected, placed, answered, rate: connection.rate, before: connection.previous.rate },
      { figure: contacted, called, spoken, rate: contact.rate, before: contact.previous.rate },
      ...endReasons.map(({ endReason, count, share }) => ({
        figure: endings,
        endReason: endReason ? translate(callLabels[endReason]) : t`In progress`,
        placed: count,
        rate: share,
      })),
      ...byHour.map(({ weekday, ...counts }) => ({
        figure: hours,
        weekday: formatWeekday(weekday),
        rate: partOf(counts.answered, counts.placed),
        ...counts,
      })),
    ]
    const columns: readonly [keyof Row, { header: string; isNumber?: boolean }][] = [
      ['figure', { header: t`Metric` }],
      ['endReason', { header: t`Call result` }],
      ['weekday', { header: t`Weekday` }],
      ['hour', { header: t`Hour`, isNumber: true }],
      ['placed', { header: t`Calls placed`, isNumber: true }],
      ['answered', { header: t`Calls answered`, isNumber: true }],
      ['conversations', { header: t`Conversations`, isNumber: true }],
      ['called', { header: t`Applications called`, isNumber: true }],
      ['spoken', { header: t`Applications with a conversation`, isNumber: true }],
      ['rate', { header: t`Rate`, isNumber: true }],
      ['before', { header: t`Rate, previous period`, isNumber: true }],
    ]
    return {
      name: t`Call results and answer rates`,
      columns: columns.map(([, column]) => column),
      rows: rows.map((row) => columns.map(([key]) => row[key] ?? null)),
      definitions: [
        [connected, 'connectionRate'],
        [contacted, 'contactRate'],
        [t`Previous period`, 'comparison'],
        [endings, 'callStatuses'],
        [hours, 'callsByHour'],
      ],
    }
  },
)
