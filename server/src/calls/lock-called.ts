import { lockStatus } from '../board/lock-status.ts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../http/app-error.ts'
import type { CallOutcome } from './describe-contact.ts'
import { findOutcomeTarget } from './outcome-rules.ts'

/** An application of the person called, locked. */
export interface CalledApplication {
  id: string
  position_id: string
}

interface Called {
  candidateId: string
  applicationId: string | null
  outcome: CallOutcome | null
  /** The move that an outcome before made: its application may go back. */
  moveBatchId?: string | null
  /** A do-not-call is taken back: it changes all applications of the person, as one that is made does. */
  frees?: boolean
}

async function statusLeft(tx: Database, workspaceId: string, batchId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', batchId)
    .where('from_status_id', 'is not', null)
    .select('from_status_id')
    .executeTakeFirst()
  return row?.from_status_id ?? null
}

/** The columns its application may enter; one that is gone by now is none. */
async function lockStatuses(tx: Database, workspaceId: string, called: Called): Promise<void> {
  const { applicationId, outcome, moveBatchId } = called
  const target =
    applicationId && outcome ? await findOutcomeTarget(tx, workspaceId, applicationId, outcome) : null
  const left = moveBatchId ? await statusLeft(tx, workspaceId, moveBatchId) : null
  for (const id of [...new Set([target?.statusId ?? null, left])].filter((each) => each !== null).sort())
    await lockStatus(tx, workspaceId, id).catch((error) => {
      if (!(error instanceof AppError)) throw error
    })
}

/**
 * Locks who was called about what, before anything of a call is written: the person, so that calls to them are logged
 * one after another, then the columns an outcome may move to, then the application, or all of the person's where a
 * do-not-call changes them all. Everyone locks in this order, and applications by id.
 */
export async function lockCalled(
  tx: Database,
  workspaceId: string,
  called: Called,
): Promise<{ doNotCall: boolean; applications: CalledApplication[] }> {
  const { do_not_call: doNotCall } = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', called.candidateId)
    .select('do_not_call')
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
