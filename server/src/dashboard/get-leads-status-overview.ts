import * as contract from '@muster/contract/dashboard.ts'
import { handler } from '../http/handler.ts'
import { loadLeads } from './load-leads.ts'

export const getLeadsStatusOverview = handler(
  contract.getLeadsStatusOverview,
  async ({ tx, actor, query }) => ({ items: await loadLeads(tx, actor, query) }),
)
