import * as contract from '@muster/contract/board.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadBoardSubject } from './board-subject.ts'
import { loadColumns } from './load-column.ts'

export const getBoardColumn = handler(contract.getBoardColumn, async ({ tx, actor, params, query }) => {
  const subject = await loadBoardSubject(tx, actor, params.id, query)
  const column = subject.columns.find((one) => one.id === params.columnId)
  if (!column) throw notFound(t`Column`)
  const [loaded] = await loadColumns(tx, actor, subject, [column], query)
  return loaded!
})
