import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import {
  bulkApplications,
  getApplicantSummary,
  getApplication,
  listApplicationFacets,
  undoBatch,
} from '@muster/contract/applications.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { formatNumber } from '../ui/format.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { changesMade } from './follow-changes.ts'
import { patchApplications } from './list-cache.ts'
import type { ApplicationRow } from './queries.ts'

export type BulkAction = CallOf<typeof bulkApplications>['body']['action']
export type BulkResult = ResponseOf<typeof bulkApplications>

/** An application as far as acting on it needs it known. */
export type Subject = Pick<ApplicationRow, 'id'> & { candidate: { name: string } }

function countOf(count: number): string {
  return count === 1 ? '1 application' : `${formatNumber(count)} applications`
}

/** "Samuel Reyes", or "12 applications". */
export function subjectOf(applications: readonly Subject[]): string {
  const [first] = applications
  return applications.length === 1 && first ? first.candidate.name : countOf(applications.length)
}

interface Words {
  /** What was done to whom: "Moved Samuel Reyes to Contacted". */
  done: (subject: string) => string
  /** "Not moved": before the reason, when it was not. */
  failed: string
}

/**
 * Does one thing to one or more applications: shows it at once, says at the bottom what was done with a way to
 * undo it, and puts the rows right again where it was refused. Answers null when nothing could be done at all;
 * otherwise what was refused, which for a single application was already said.
 */
export async function actOnApplications(
  applications: readonly Subject[],
  action: BulkAction,
  words: Words,
  patch: (row: ApplicationRow) => Partial<ApplicationRow> = () => ({}),
): Promise<BulkResult | null> {
  const applicationIds = applications.map(({ id }) => id)
  const rollBack = patchApplications(new Set(applicationIds), patch)
  let result: BulkResult
  try {
    result = await call(bulkApplications, { body: { applicationIds, action } })
  } catch (error) {
    rollBack()
    toastError(error, words.failed)
    return null
  }
  refresh(applicationIds)
  const { changed, refused, batchId } = result
  const [only] = refused
  if (applications.length === 1 && only) {
    toastError(new ApiError('CONFLICT', only.message), words.failed)
  } else if (changed > 0 || refused.length === 0) {
    const subject = applications.length === 1 ? subjectOf(applications) : countOf(changed)
    const back = batchId ? () => void undo(batchId, applicationIds) : undefined
    toast(changed === 0 ? 'Nothing to change' : words.done(subject), back)
  }
  return result
}

async function undo(batchId: string, applicationIds: readonly string[]) {
  try {
    const { changed, refused } = await call(undoBatch, { body: { batchId } })
    const [first] = refused
    if (first && changed === 0) toastError(new ApiError('CONFLICT', first.message), 'Not undone')
    else if (first) toast(`Undone, but for ${formatNumber(refused.length)}: ${first.message}`)
    else toast('Undone')
  } catch (error) {
    toastError(error, 'Not undone')
  }
  refresh(applicationIds, true)
}

function refresh(applicationIds: readonly string[], comesBack = false) {
  changesMade(applicationIds, comesBack)
  void invalidate(getApplication, getApplicantSummary, listActivityLogs, listApplicationFacets)
}
