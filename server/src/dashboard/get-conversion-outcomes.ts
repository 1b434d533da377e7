import * as contract from '@muster/contract/voice-reports.ts'
import { handler } from '../http/handler.ts'
import { loadAgentOutcomes, loadOutcomes } from './load-outcomes.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'

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
