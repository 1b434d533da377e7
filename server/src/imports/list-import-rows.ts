import * as contract from '@muster/contract/import-rows.ts'
import { handler } from '../http/handler.ts'
import { loadImport } from './present-import.ts'
import type { StoredLoss } from './rows/lost-cells.ts'

const countOf = {
  created: 'created',
  updated: 'updated',
  skipped: 'skipped',
  conflict: 'conflicts',
  invalid: 'invalid',
  lost: 'lostRows',
} as const

function explainLosses(lost: readonly StoredLoss[]): string {
  return lost.map(({ column, message }) => `${column}: ${message}`).join('; ')
}

export const listImportRows = handler(contract.listImportRows, async ({ tx: db, actor, params, query }) => {
  const found = await loadImport(db, actor, params.id)
  const rows = await db
    .selectFrom('import_rows as r')
    .leftJoin('applications as a', (join) =>
      join
        .onRef('a.workspace_id', '=', 'r.workspace_id')
        .onRef('a.id', '=', 'r.application_id')
        .on('a.deleted_at', 'is', null),
    )
    .leftJoin('candidates as c', (join) =>
      join
        .onRef('c.workspace_id', '=', 'r.workspace_id')
        .onRef('c.id', '=', 'r.candidate_id')
        .on('c.deleted_at', 'is', null),
    )
    .where('r.workspace_id', '=', actor.workspaceId)
    .where('r.import_id', '=', params.id)
    .$if(query.result === 'lost', (rows) => rows.where('r.lost', 'is not', null))
    .$if(query.result !== 'lost', (rows) => rows.where('r.result', '=', query.result))
    .where('r.row_number', '>', Number(query.cursor ?? 0))
    .orderBy('r.row_number')
    .limit(query.limit + 1)
    .select(['r.row_number', 'r.message', 'r.cells', 'r.lost', 'a.id as application_id', 'a.candidate_name'])
    .select(['c.id as candidate_id', 'c.name'])
    .execute()
  const shown = rows.slice(0, query.limit)
  const value = found[countOf[query.result]]
  return {
    items: shown.map((row) => ({
      row: row.row_number,
      message: query.result === 'lost' ? explainLosses(row.lost as unknown as StoredLoss[]) : row.message,
      name: row.candidate_name ?? row.name,
      applicationId: row.application_id,
      candidateId: row.candidate_id,
      cells: row.cells as string[] | null,
    })),
    nextCursor: rows.length > shown.length ? String(shown.at(-1)!.row_number) : null,
    total: { value, atLeast: false },
  }
})
