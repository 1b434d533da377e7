import * as contract from '@muster/contract/dispositions.ts'
import { sql } from 'kysely'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { presentReason } from './present-reason.ts'

/** Two reasons created at once may get the same ordinal. Their order does not matter. */
export const createReason = handler(contract.createReason, async ({ tx, actor, body }) => {
  const row = await tx
    .insertInto('reasons')
    .values({
      workspace_id: actor.workspaceId,
      id: newId(),
      party: body.party,
      name: body.name,
      ordinal: sql<number>`(
        select coalesce(max(ordinal) + 1, 0) from reasons
        where workspace_id = ${actor.workspaceId} and party = ${body.party}
      )`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentReason(row)
})
