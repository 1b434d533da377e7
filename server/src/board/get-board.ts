import * as contract from '@muster/contract/board.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadBoardSubject } from './board-subject.ts'
import { loadColumns } from './load-column.ts'

export const getBoard = handler(contract.getBoard, async ({ tx, actor, params, query }) => {
  const subject = await loadBoardSubject(tx, actor, params.id, query)
  const columns = await loadColumns(tx, actor, subject, subject.columns, query)
  const may = (permission: Parameters<typeof actor.permissions.has>[0]) => actor.permissions.has(permission)
  const hired =
    subject.kind === 'position'
      ? await tx
          .selectFrom('applications')
          .where('workspace_id', '=', actor.workspaceId)
          .where('position_id', '=', subject.id)
          .where('status_type', '=', 'hired')
          .where('deleted_at', 'is', null)
          .select(sql<number>`count(*)::int`.as('count'))
          .executeTakeFirstOrThrow()
      : null
  return {
    id: subject.id,
    kind: subject.kind,
    name: subject.name,
    company: subject.company,
    openings: subject.openings,
    hired: hired?.count ?? null,
    columns,
    can: {
      move: may('applications:move'),
      close: may('applications:close'),
      add: may('applications:write'),
      editStatuses: may('positions:write'),
    },
  }
})
