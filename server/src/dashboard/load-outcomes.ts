import { callOutcomes } from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { allOf, applicationConditions } from '../applications/filter-applications.ts'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import { applicationScope } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { type FactSum, sumFacts, total } from './sum-facts.ts'

const figures: readonly Figure[] = ['outcomes', 'spokenWith', 'converted']

type Outcome = (typeof callOutcomes)[number]

const rank = (label: string) => callOutcomes.indexOf(label as Outcome)

interface Outcomes {
  /** Most first. Null: a conversation nobody said the outcome of. */
  outcomes: { outcome: Outcome | null; count: number }[]
  conversations: number
  spokenWith: number
  converted: number
}

interface AgentOutcomes extends Outcomes {
  /** Null: nobody said who called. */
  agent: { id: string; name: string; kind: 'human' | 'voice' } | null
  placed: number
  answered: number
}

function outcomesOf(facts: readonly FactSum[]): Outcomes {
  const outcomes = facts
    .filter((fact) => fact.figure === 'outcomes')
    .sort((one, other) => other.n - one.n || rank(one.label) - rank(other.label))
    .map(({ label, n }) => ({ outcome: (label || null) as Outcome | null, count: n }))
  return {
    outcomes,
    conversations: outcomes.reduce((sum, { count }) => sum + count, 0),
    spokenWith: total(facts, { figure: 'spokenWith' }),
    converted: total(facts, { figure: 'converted' }),
  }
}

/** What came of the conversations of a period, all together. */
export async function loadOutcomes(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  period: ReportPeriod,
): Promise<Outcomes> {
  return outcomesOf(await sumFacts(db, actor, query, period, { figures, columns: ['label'] }))
}

/** Applications are told apart by who called, so those that nobody is said to have called are counted as their list does. */
async function countOfNobody(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const { companyId, positionId, ownerId, source } = query
  const { from, to } = period
  const count = async (during: object) => {
    const filters = { companyId, positionId, ownerId, source, callAgentId: ['none'], ...during }
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from applications
      where applications.workspace_id = ${actor.workspaceId} and ${applicationScope(actor)}
        and ${allOf(applicationConditions(filters, actor))}
    `.execute(db)
    return rows[0]!.n
  }
  return {
    spokenWith: await count({ spokenFrom: from, spokenTo: to }),
    converted: await count({ convertedFrom: from, convertedTo: to }),
  }
}

/** The same by who called, those with most calls first. */
export async function loadAgentOutcomes(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  period: ReportPeriod,
): Promise<AgentOutcomes[]> {
  const facts = await sumFacts(db, actor, query, period, {
    figures: [...figures, 'calls'],
    by: 'agent',
    columns: ['key', 'label'],
  })
  const byAgent = Map.groupBy(facts, ({ key }) => key)
  const { rows: named } = await sql<{ id: string; name: string; kind: 'human' | 'voice' }>`
    select id, name, kind from agents
    where workspace_id = ${actor.workspaceId} and id = any(${[...byAgent.keys()].filter(Boolean)}::uuid[])
  `.execute(db)
  const agents = new Map(named.map((agent) => [agent.id, agent]))
  const items: AgentOutcomes[] = []
  for (const [key, theirs] of byAgent) {
    const outcomes = outcomesOf(theirs)
    items.push({
      ...outcomes,
      ...(key === '' && outcomes.conversations > 0 && (await countOfNobody(db, actor, query, period))),
      agent: agents.get(key) ?? null,
      placed: total(theirs, { figure: 'calls', label: 'placed' }),
      answered: total(theirs, { figure: 'calls', label: 'answered' }),
    })
  }
  return items.sort(
    (one, other) =>
      other.placed - one.placed ||
      other.conversations - one.conversations ||
      (one.agent?.name ?? '').localeCompare(other.agent?.name ?? '') ||
      (one.agent?.id ?? '').localeCompare(other.agent?.id ?? ''),
  )
}
