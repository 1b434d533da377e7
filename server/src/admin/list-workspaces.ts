import * as contract from '@muster/contract/admin.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'

const newestFirst = { expression: sql`workspaces.created_at`, type: 'timestamptz', descending: true } as const

function count(table: 'users' | 'positions' | 'applications') {
  const present = table === 'users' ? sql`` : sql`and t.deleted_at is null`
  return sql<number>`(
    select count(*)::int from ${sql.table(table)} t where t.workspace_id = workspaces.id ${present}
  )`.as(table)
}

/** Of the whole installation: the one list that crosses workspaces, for the superadmin alone. */
export const listWorkspaces = handler(contract.listWorkspaces, async ({ tx, query }) => {
  let found = tx
    .selectFrom('workspaces')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.created_at'])
  if (query.q) found = found.where(containsText(sql`lower(workspaces.name)`, query.q))
  const counted = found.select([count('users'), count('positions'), count('applications')])
  const [page, total] = await Promise.all([
    fetchPage(counted, 'workspaces.id', newestFirst, query),
    countRows(tx, found),
  ])
  const items = page.rows.map(({ id, name, users, positions, applications, created_at }) => ({
    id,
    name,
    users,
    positions,
    applications,
    createdAt: created_at,
  }))
  return { items, nextCursor: page.nextCursor, total }
})
