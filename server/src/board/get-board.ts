import * as contract from '@muster/contract/board.ts'
import { countOpeningsFilled } from '../applications/openings-filled.ts'
import { handler } from '../http/handler.ts'
import { loadBoardSubject } from './board-subject.ts'
import { loadColumns } from './load-column.ts'

export const getBoard = handler(contract.getBoard, async ({ tx, actor, params, query }) => {
  const subject = await loadBoardSubject(tx, actor, params.id, query)
  const columns = await loadColumns(tx, actor, subject, subject.columns, query)
  const may = (permission: Parameters<typeof actor.permissions.has>[0]) => actor.permissions.has(permission)
  const filled =
    subject.kind === 'position'
      ? await tx
          .selectFrom('positions')
          .where('workspace_id', '=', actor.workspaceId)
          .where('id', '=', subject.id)
          .select(countOpeningsFilled(actor).as('count'))
          .executeTakeFirstOrThrow()
      : null
  return {
    id: subject.id,
    kind: subject.kind,
    name: subject.name,
    company: subject.company,
    openings: subject.openings,
    hired: filled?.count ?? null,
    columns,
    can: {
      move: may('applications:move'),
      close: may('applications:close'),
      add: may('applications:write'),
      editStatuses: may('positions:write'),
    },
  }
})
