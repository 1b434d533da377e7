import { t } from '@lingui/core/macro'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import { deleteCall, listCalls, logCall } from '@muster/contract/calls.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { changesMade } from '../applications/follow-changes.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { endReasonLabel, outcomeLabels } from './call-words.ts'

/** An application as far as calling about it needs it known. */
export interface Called {
  id: string
  candidate: { name: string }
  /** Left out where only people who may be called are offered. */
  can?: { call: boolean }
}

type Logged = ResponseOf<typeof logCall>

export function callsChanged(applicationId: string): void {
  changesMade([applicationId])
  void invalidate(getApplication, listActivityLogs, listCalls, getApplicantSummary)
}

/** Takes back a call logged by hand, with what it did. */
export async function takeBackCall(applicationId: string, callId: string): Promise<void> {
  try {
    await call(deleteCall, { params: { id: callId } })
    toast(t`Call taken back`)
  } catch (error) {
    toastError(error, t`Not undone`)
  }
  callsChanged(applicationId)
}

/** Says at the bottom what was logged and where it moved the application, with a way to take all of it back. */
export function sayLogged({ id, candidate: { name } }: Called, logged: Logged): void {
  const what = logged.outcome
    ? t(outcomeLabels[logged.outcome])
    : t(endReasonLabel(logged.endReason ?? 'unknown', logged.direction))
  const status = logged.movedTo?.name
  toast(
    status ? t`Call with ${name}: ${what}. Moved to ${status}` : t`Call with ${name}: ${what}`,
    () => void takeBackCall(id, logged.id),
  )
}

/** Logs a call that has just ended. */
export async function logOutcome(
  called: Called,
  body: Omit<CallOf<typeof logCall>['body'], 'applicationId'>,
): Promise<void> {
  try {
    const logged = await call(logCall, { body: { ...body, applicationId: called.id } })
    sayLogged(called, logged)
  } catch (error) {
    toastError(error, t`Call not logged`)
  }
  callsChanged(called.id)
}
