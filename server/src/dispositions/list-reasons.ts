import * as contract from '@muster/contract/dispositions.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { presentReason } from './present-reason.ts'

export const listReasons = handler(contract.listReasons, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('reasons')
    .where('workspace_id', '=', actor.workspaceId)
    .orderBy(sql`array_position(${contract.partyKeys}::text[], party)`)
    .orderBy('ordinal')
    .orderBy('id')
    .selectAll()
    .execute()
  return { items: rows.map(presentReason) }
})
