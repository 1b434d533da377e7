import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'

/** Writes the end of each impersonation that expired without a sign-out, so every start in the audit log has an end. */
async function recordExpired(tx: Database): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
    user_id: string
    impersonator_id: string
    name: string | null
    impersonation_reason: string
    expires_at: string
  }>`
    update sessions s set ended_at = s.expires_at, end_reason = 'time ran out'
    from sessions old left join users u
      on u.workspace_id = old.impersonator_workspace_id and u.id = old.impersonator_id
    where old.impersonator_id is not null and old.ended_at is null and old.expires_at < now()
      and s.workspace_id = old.workspace_id and s.id = old.id and s.ended_at is null
    returning s.workspace_id, s.user_id, s.impersonator_id, u.name, s.impersonation_reason, s.expires_at
  `.execute(tx)
  for (const row of rows)
    await recordAudit(tx, {
      workspaceId: row.workspace_id,
      userId: row.impersonator_id,
      action: 'impersonation.ended',
      ip: null,
      subject: { kind: 'user', id: row.user_id },
      details: { by: row.name, reason: row.impersonation_reason, ranOutAt: row.expires_at },
    })
}

export function endImpersonations({ db }: Services): Promise<void> {
  return writeTransaction(db, recordExpired)
}
