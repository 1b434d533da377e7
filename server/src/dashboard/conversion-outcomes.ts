import { callOutcomes } from '@muster/contract/calls.ts'
import * as contract from '@muster/contract/voice-reports.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import { allOf, applicationConditions } from '../applications/filter-applications.ts'
import { callLabels } from '../calls/call-labels.ts'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import { handler } from '../http/handler.ts'
import { applicationScope } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { exportReport } from './export-report.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'
import { type FactSum, sumFacts, total } from './sum-facts.ts'

const figures: readonly Figure[] = ['outcomes', 'spokenWith', 'converted']

type Outcome = (typeof callOutcomes)[number]

const rank = (label: string) => callOutcomes.indexOf(label as Outcome)

interface Outcomes {
  /** The most frequent first. Null: no outcome recorded. */
  outcomes: { outcome: Outcome | null; count: number }[]
  conversations: number
  spokenWith: number
  converted: number
}

interface AgentOutcomes extends Outcomes {
  /** Null: no agent recorded. */
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

/** Returns the outcomes of a period's conversations. */
async function loadOutcomes(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  period: ReportPeriod,
): Promise<Outcomes> {
  return outcomesOf(await sumFacts(db, actor, query, period, { figures, columns: ['label'] }))
}

/** Counts the applications of calls without an agent as their list does: totals by agent leave these out. */
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

/** Returns the outcomes by agent, the one with the most calls first. */
async function loadAgentOutcomes(
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

const mostAgents = 100

export const getConversionOutcomes = handler(contract.getConversionOutcomes, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  const all = await loadOutcomes(tx, actor, query, period)
  const agents = await loadAgentOutcomes(tx, actor, query, period)
  return {
    period: presentPeriod(period),
    total: all.conversations,
    outcomes: all.outcomes.map(({ outcome, count }) => ({
      outcome,
      count,
      share: partOf(count, all.conversations),
    })),
    spokenWith: all.spokenWith,
    converted: all.converted,
    rate: partOf(all.converted, all.spokenWith),
    agents: agents
      .slice(0, mostAgents)
      .map((agent) => ({ ...agent, rate: partOf(agent.converted, agent.spokenWith) })),
  }
})

export const exportConversionOutcomes = exportReport(
  contract.exportConversionOutcomes,
  'conversion-outcomes',
  async ({ tx, actor, query }, period) => {
    const agents = await loadAgentOutcomes(tx, actor, query, period)
    return {
      name: t`Conversation outcomes`,
      columns: [
        { header: t`Agent` },
        { header: t`Type` },
        { header: t`Outcome` },
        { header: t`Conversations`, isNumber: true },
        { header: t`Calls placed`, isNumber: true },
        { header: t`Calls answered`, isNumber: true },
        { header: t`Candidates spoken with`, isNumber: true },
        { header: t`Qualified or beyond`, isNumber: true },
        { header: t`Conversion rate`, isNumber: true },
      ],
      rows: agents.flatMap(({ agent, outcomes, placed, answered, spokenWith, converted }) => {
        const who = [agent?.name ?? t`No agent recorded`, agent && translate(callLabels[agent.kind])]
        // Only an agent's first row has the agent's totals, so that the sum of a column counts them once.
        const whole = [placed, answered, spokenWith, converted, partOf(converted, spokenWith)]
        const rows = outcomes.length > 0 ? outcomes : [{ outcome: null, count: 0 }]
        return rows.map(({ outcome, count }, index) => [
          ...who,
          outcome ? translate(callLabels[outcome]) : count > 0 ? t`No outcome recorded` : null,
          count,
          ...(index === 0 ? whole : whole.map(() => null)),
        ])
      }),
      definitions: [
        [t`Conversations`, 'voiceOutcomes'],
        [t`Conversion rate`, 'voiceConversion'],
      ],
    }
  },
)
