import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { flag, list, number, text } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import { type AgentFigures, selectFigures } from './agent-figures.ts'
import { isWithinHours } from './agent-hours.ts'
import { agentOrders, findAgents } from './list-agents.ts'
import { sayHours } from './say-hours.ts'

const the = (column: string) => sql.ref(`list.${column}`)

const words: Record<string, string> = {
  human: /*i18n*/ 'Person',
  voice: /*i18n*/ 'Voice agent',
  available: /*i18n*/ 'Available',
  busy: /*i18n*/ 'Busy',
  offline: /*i18n*/ 'Offline',
  paused: /*i18n*/ 'Paused',
}

export const exportAgents = exportList(
  contract.exportAgents,
  { sees: 'agents:read', what: 'agents' },
  ({ tx, actor, query }) => {
    const format = inCurrentLanguage((word: string) => translate(words[word]!))
    const figures = sql<AgentFigures>`(${selectFigures(actor)})`.as('figures')
    return {
      name: t`Agents`,
      columns: {
        name: text(t`Agent`, the('name')),
        kind: text(t`Type`, the('kind'), { format }),
        status: text(t`Status`, the('status'), { format }),
        availableNow: flag(t`Available now`, the('available_now')),
        activeCalls: number(t`Active calls`, the('active')),
        capacity: number(t`Concurrent calls`, the('capacity')),
        languages: list(t`Languages`, the('languages')),
        phone: text(t`Phone`, the('phone'), { contact: true }),
        provider: text(t`Provider`, the('provider')),
        providerAgentId: text(t`Provider agent ID`, the('provider_agent_id'), { width: 24 }),
        colleague: text(t`User`, the('user_name')),
        timezone: text(t`Timezone`, the('timezone')),
        hours: text(t`Hours`, the('hours'), { format: inCurrentLanguage(sayHours), width: 32 }),
        positions: number(t`Positions`, the('position_count')),
        callsToday: number(t`Calls today`, the('today')),
        placed: number(t`Calls placed, 28 days`, the('placed')),
        answered: number(t`Calls answered, 28 days`, the('answered')),
        spokenWith: number(t`Candidates spoken with, 28 days`, the('spoken_with')),
        converted: number(t`Qualified or beyond`, the('converted')),
        id: text(t`ID`, the('id'), { width: 38 }),
      },
      rows: findAgents(tx, actor, query)
        .innerJoin(figures, 'figures.agent_id', 'agents.id')
        .select(['figures.active', 'figures.today', 'figures.placed', 'figures.answered'])
        .select(['figures.spoken_with', 'figures.converted'])
        .select(
          sql<boolean>`(agents.status = 'available' and agents.deleted_at is null
            and figures.active < agents.capacity and ${isWithinHours(actor)})`.as('available_now'),
        ),
      idColumn: 'agents.id',
      order: agentOrders[query.sort],
    }
  },
)
