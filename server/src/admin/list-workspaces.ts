import * as contract from '@muster/contract/admin-workspaces.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentUsage, selectUsage } from './present-workspace-usage.ts'

const byCreated = { expression: sql`workspaces.created_at`, type: 'timestamptz' } as const
const byName = { expression: sql`lower(workspaces.name)`, type: 'text' } as const

const orders = {
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} as const

/** Of the whole installation: one of the few lists that cross workspaces, for the superadmin alone. */
export const listWorkspaces = handler(contract.listWorkspaces, async ({ tx, query, services }) => {
  let found = selectUsage(tx)
  if (query.q) found = found.where(containsText(sql`fold(workspaces.name)`, query.q))
  if (query.state?.length === 1)
    found = found.where('workspaces.suspended_at', query.state[0] === 'suspended' ? 'is not' : 'is', null)
  const [page, total] = await Promise.all([
    fetchPage(found, 'workspaces.id', orders[query.sort], query),
    countRows(tx, found),
  ])
  return {
    items: page.rows.map((row) => presentUsage(row, services.config.quotas)),
    nextCursor: page.nextCursor,
    total,
  }
})
