import * as contract from '@muster/contract/admin-workspaces.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { presentUsage, selectUsage } from './present-workspace-usage.ts'

const byCreated = { expression: sql`workspaces.created_at`, type: 'timestamptz' } as const
const byName = { expression: sql`lower(workspaces.name)`, type: 'text' } as const

const orders = {
  '-createdAt': { ...byCreated, descending: true },
  createdAt: { ...byCreated, descending: false },
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} as const

/** One of the few lists that cross workspaces. For superadmins only. */
export const listWorkspaces = handler(contract.listWorkspaces, async ({ tx, query, services }) => {
  let found = selectUsage(tx)
  if (query.q) found = found.where(containsText(sql`fold(workspaces.name)`, query.q))
  if (query.state?.length === 1)
    found = found.where('workspaces.suspended_at', query.state[0] === 'suspended' ? 'is not' : 'is', null)
  return fetchList(
    tx,
    {
      table: 'workspaces',
      rows: found,
      all: tx.selectFrom('workspaces'),

      orders: orders,
      present: (rows) => rows.map((row) => presentUsage(row, services.config.quotas)),
    },
    query,
  )
})
