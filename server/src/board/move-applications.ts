import * as contract from '@muster/contract/board.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadBoardSubject, targetsOnBoard } from './board-subject.ts'
import { placeApplications } from './place-applications.ts'

export const moveApplications = handler(contract.moveApplications, async ({ tx, actor, params, body }) => {
  const subject = await loadBoardSubject(tx, actor, params.id)
  const placements = await targetsOnBoard(tx, actor, subject, body.applicationIds, body.toStatusId)
  const batchId = newId()
  const { places, changed } = await placeApplications(tx, actor, placements, {
    ...body,
    cause: 'board',
    batchId,
  })
  return { places, batchId: changed > 0 ? batchId : null }
})
