import * as contract from '@muster/contract/pipelines.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentPipeline, selectPipelines } from './present-pipeline.ts'

const byName = { expression: sql`lower(pipelines.name)`, type: 'text' } as const
const byCreated = { expression: sql`pipelines.created_at`, type: 'timestamptz' } as const

const sorts = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
} satisfies Record<string, SortColumn>

export const listPipelines = handler(contract.listPipelines, async ({ tx, actor, query }) => {
  let found = selectPipelines(tx, actor).where('pipelines.deleted_at', 'is', null)
  if (query.q) found = found.where(containsText(sql`fold(pipelines.name)`, query.q))
  const [page, total] = await Promise.all([
    fetchPage(found, 'pipelines.id', sorts[query.sort], query),
    countRows(tx, found),
  ])
  return { items: page.rows.map((row) => presentPipeline(row, actor)), nextCursor: page.nextCursor, total }
})
