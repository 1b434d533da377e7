import * as contract from '@muster/contract/import-rows.ts'
import { handler } from '../http/handler.ts'
import type { RowLength } from './files/table.ts'
import { joinMessages } from './join-messages.ts'
import { assertMayReadRows } from './may-read-rows.ts'
import { explainRagged } from './meaning/ragged-row.ts'
import { loadImport } from './present-import.ts'
import type { StoredLoss } from './rows/lost-cells.ts'
import { hasLosses, onlyLosses } from './rows/owner-invited.ts'

type Kind = (typeof contract.importRowKinds)[number]

const countOf = {
  created: 'created',
  updated: 'updated',
  skipped: 'skipped',
  conflict: 'conflicts',
  invalid: 'invalid',
  lost: 'lostRows',
  ragged: 'raggedRows',
} as const satisfies Record<Kind, string>

interface StoredRow {
  message: string | null
  lost: unknown
  ragged: unknown
}

/** Why the row is among those of a kind. */
function explain(kind: Kind, { message, lost, ragged }: StoredRow): string | null {
  if (kind === 'ragged') return explainRagged(ragged as RowLength).message
  if (kind !== 'lost') return message
  return joinMessages(onlyLosses(lost as StoredLoss[]).map(({ column, message }) => `${column}: ${message}`))
}

export const listImportRows = handler(contract.listImportRows, async ({ tx: db, actor, params, query }) => {
  const found = await loadImport(db, actor, params.id)
  assertMayReadRows(actor, found.createdBy.id, 'shown')
  const kind = query.result
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
    .where((row) => {
      if (kind === 'lost') return hasLosses('r.lost')
      return kind === 'ragged' ? row('r.ragged', 'is not', null) : row('r.result', '=', kind)
    })
    .where('r.row_number', '>', Number(query.cursor ?? 0))
    .orderBy('r.row_number')
    .limit(query.limit + 1)
    .select(['r.row_number', 'r.message', 'r.cells', 'r.lost', 'r.ragged'])
    .select(['a.id as application_id', 'a.candidate_name', 'c.id as candidate_id', 'c.name'])
    .execute()
  const shown = rows.slice(0, query.limit)
  return {
    items: shown.map((row) => ({
      row: row.row_number,
      message: explain(kind, row),
      name: row.candidate_name ?? row.name,
      applicationId: row.application_id,
      candidateId: row.candidate_id,
      cells: row.cells as string[] | null,
    })),
    nextCursor: rows.length > shown.length ? String(shown.at(-1)!.row_number) : null,
    total: { value: found[countOf[kind]], atLeast: false },
  }
})
