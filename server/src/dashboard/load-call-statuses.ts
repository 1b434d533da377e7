import { callEndReasons } from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { askFacts, reportFacts } from './report-facts.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { partOf } from './spread.ts'
import { type FactSum, sumFacts, total } from './sum-facts.ts'

type EndReason = (typeof callEndReasons)[number]

/** Null: under way. */
const reasonOf = (label: string) => (label || null) as EndReason | null
const rank = (label: string) => callEndReasons.indexOf(label as EndReason)

interface Hour {
  weekday: number
  hour: number
  placed: number
  answered: number
  conversations: number
}

/** Calls by the weekday and the hour they began; hours without one are left out. */
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

/** How the calls of the period ended, when they were placed and answered, and the rates beside the period before. */
export async function loadCallStatuses(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
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
