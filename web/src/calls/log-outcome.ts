import { t } from '@lingui/core/macro'
import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import { deleteCall, listCalls, logCall } from '@muster/contract/calls.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { applicationsChanged } from '../applications/follow-changes.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { endReasonLabel, outcomeLabels } from './call-labels.ts'

/** The fields of an application that calling needs. */
export interface Callee {
  id: string
  candidate: { name: string }
  /** Left out if only people who may be called are offered. */
  can?: { call: boolean }
}

type Logged = ResponseOf<typeof logCall>

export function callsChanged(applicationId: string): void {
  applicationsChanged([applicationId])
  void invalidate(getApplication, listCandidateActivity, listCalls, getApplicantSummary)
}

/** Undoes a manually logged call with all its effects. */
export async function undoCall(applicationId: string, callId: string): Promise<void> {
  try {
    await call(deleteCall, { params: { id: callId } })
    toast(t`Call undone`)
  } catch (error) {
    toastError(error, t`Not undone`)
  }
  callsChanged(applicationId)
}

/** Shows a toast with what was logged and where the application moved, with Undo unless the screen has its own. */
export function showLogged({ id, candidate: { name } }: Callee, logged: Logged, offersUndo = true): void {
  const what = logged.outcome
    ? t(outcomeLabels[logged.outcome])
    : t(endReasonLabel(logged.endReason ?? 'unknown', logged.direction))
  const status = logged.movedTo?.name
  toast(
    status ? t`Call with ${name}: ${what}. Moved to ${status}` : t`Call with ${name}: ${what}`,
    offersUndo ? () => void undoCall(id, logged.id) : undefined,
  )
}

/** Logs a call that has just ended. */
export async function logOutcome(
  callee: Callee,
  body: Omit<CallOf<typeof logCall>['body'], 'applicationId'>,
): Promise<void> {
  try {
    const logged = await call(logCall, { body: { ...body, applicationId: callee.id } })
    showLogged(callee, logged)
  } catch (error) {
    toastError(error, t`Call not logged`)
  }
  callsChanged(callee.id)
}
