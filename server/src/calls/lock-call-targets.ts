import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import { lockStatus } from '../board/lock-status.ts'
import { isRevokedAlone } from '../consents/contact-rules.ts'
import type { Database } from '../database/connect.ts'
import type { CallOutcome } from './describe-contact.ts'
import { findOutcomeTarget } from './outcome-rules.ts'

export interface CalledApplication {
  id: string
  position_id: string
}

interface CallTargets {
  candidateId: string
  applicationId: string | null
  outcome: CallOutcome | null
  /** The move made by an earlier outcome, which may be undone. */
  moveBatchId?: string | null
  /** The call no longer sets do-not-call. Like setting it, that changes all applications of the candidate. */
  frees?: boolean
}

async function previousStatus(tx: Database, workspaceId: string, batchId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .where('from_status_id', 'is not', null)
    .select('from_status_id')
    .executeTakeFirst()
  return row?.from_status_id ?? null
}

/** Locks the columns the application may enter. A deleted column is skipped. */
async function lockStatuses(tx: Database, workspaceId: string, called: CallTargets): Promise<void> {
  const { applicationId, outcome, moveBatchId } = called
  const target =
    applicationId && outcome ? await findOutcomeTarget(tx, workspaceId, applicationId, outcome) : null
  const left = moveBatchId ? await previousStatus(tx, workspaceId, moveBatchId) : null
  for (const id of [...new Set([target?.statusId ?? null, left])].filter((each) => each !== null).sort())
    await lockStatus(tx, workspaceId, id).catch((error) => {
      if (!(error instanceof AppError)) throw error
    })
}

/**
 * Locks everything a call may change, before anything of it is written: the candidate, so calls to them are logged one
 * after another; then the columns an outcome may move to; then the application, or all of the candidate's where
 * do-not-call changes. Everyone locks in this order, and applications by id.
 */
export async function lockCallTargets(
  tx: Database,
  workspaceId: string,
  called: CallTargets,
): Promise<{ doNotCall: boolean; applications: CalledApplication[] }> {
  const { doNotCall } = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', called.candidateId)
    .select(sql<boolean>`do_not_call or ${isRevokedAlone('person_call')}`.as('doNotCall'))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await lockStatuses(tx, workspaceId, called)
  const all = called.outcome === 'do_not_call' || called.frees === true
  const applications = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('candidate_id', '=', called.candidateId)
    .where('deleted_at', 'is', null)
    .$if(!all, (query) => query.where('id', '=', called.applicationId))
    .orderBy('id')
    .select(['id', 'position_id'])
    .forUpdate()
    .execute()
  return { doNotCall, applications }
}
