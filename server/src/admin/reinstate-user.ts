import * as contract from '@muster/contract/admin-users.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { loadAdministeredUser, loadForAction, presentAdministeredUser } from './present-administered-user.ts'

export const reinstateUser = handler(
  contract.reinstateUser,
  async ({ tx, actor, params: { id }, caller }) => {
    const user = await loadForAction(tx, actor, id, 'reinstate')
    await assertPlanRoom(tx, { ...actor, workspaceId: user.workspace_id }, 'seats')
    await tx
      .updateTable('users')
      .set({ status: 'active', version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', user.workspace_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      workspaceId: user.workspace_id,
      userId: actor.userId,
      action: 'user.reinstated',
      ip: caller.ip,
      subject: { kind: 'user', id },
      details: { by: actor.name },
    })
    return presentAdministeredUser(await loadAdministeredUser(tx, id), actor)
  },
)
