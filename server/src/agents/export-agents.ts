import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { inThisLanguage, t, translate } from '#texts'
import { list, number, text } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import { agentOrders, findAgents } from './list-agents.ts'

const the = (column: string) => sql.ref(`list.${column}`)

const words: Record<string, string> = {
  human: /*i18n*/ 'Person',
  voice: /*i18n*/ 'AI voice',
  available: /*i18n*/ 'Available',
  busy: /*i18n*/ 'Busy',
  offline: /*i18n*/ 'Offline',
  paused: /*i18n*/ 'Paused',
}

export const exportAgents = exportList(
  contract.exportAgents,
  { sees: 'agents:read', what: 'agents' },
  ({ tx, actor, query }) => {
    const say = inThisLanguage((word: string) => translate(words[word]!))
    return {
      name: t`Agents`,
      columns: {
        name: text(t`Agent`, the('name')),
        kind: text(t`Kind`, the('kind'), { say }),
        status: text(t`Status`, the('status'), { say }),
        capacity: number(t`Capacity`, the('capacity')),
        languages: list(t`Languages`, the('languages')),
        phone: text(t`Phone`, the('phone'), { contact: true }),
        provider: text(t`Provider`, the('provider')),
        callsToday: number(t`Calls today`, the('calls_today')),
        placed: number(t`Calls placed, 28 days`, sql`(list.connection->>'placed')::int`),
        answered: number(t`Calls answered, 28 days`, sql`(list.connection->>'answered')::int`),
        id: text(t`ID`, the('id'), { width: 38 }),
      },
      rows: findAgents(tx, actor, query.q),
      idColumn: 'agents.id',
      order: agentOrders[query.sort],
    }
  },
)
