import * as contract from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { selectDue } from './preview-retention.ts'

const oldestFirst = { expression: sql`due.at`, type: 'timestamptz', descending: false } as const

export const listRetentionRows = handler(contract.listRetentionRows, async ({ tx, actor, query }) => {
  const all = selectDue(tx, actor.workspaceId, query.rule, query.months)
  const found = query.q ? all.where(containsText(sql`fold(due.name)`, query.q)) : all
  const page = await fetchCountedPage(tx, found, 'due.id', oldestFirst, query)
  const items = page.rows.map((row) => ({
    id: row.id,
    name: row.name,
    at: row.at,
    candidateId: row.candidate_id,
    applicationId: row.application_id,
  }))
  return { items, nextCursor: page.nextCursor, total: page.total }
})
