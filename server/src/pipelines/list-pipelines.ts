import * as contract from '@muster/contract/pipelines.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
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
  return fetchList(
    tx,
    {
      table: 'pipelines',
      rows: found,
      all: tx.selectFrom('pipelines').where('pipelines.workspace_id', '=', actor.workspaceId),
      deletedOf: actor.workspaceId,
      orders: sorts,
      present: (rows) => rows.map((row) => presentPipeline(row, actor)),
    },
    query,
  )
})
