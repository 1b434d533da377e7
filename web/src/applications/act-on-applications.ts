import { plural, t } from '@lingui/core/macro'
import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { applicationsChanged } from './follow-changes.ts'
import { inChunks } from './in-chunks.ts'
import { patchApplications } from './list-cache.ts'
import type { ApplicationRow } from './queries.ts'

export type BulkAction = CallOf<typeof bulkApplications>['body']['action']
export type BulkResult = ResponseOf<typeof bulkApplications>

/** The fields of an application that actions on it need. */
export type Subject = Pick<ApplicationRow, 'id'> & { candidate: { name: string } }

/** Returns "Samuel Reyes", or "12 applications". */
export function subjectOf(applications: readonly Subject[]): string {
  const [first] = applications
  if (applications.length === 1 && first?.candidate.name) return first.candidate.name
  return plural(applications.length, { one: '# application', other: '# applications' })
}

interface Texts {
  /** "Moved Samuel Reyes to Contacted". */
  one: (name: string) => string
  /** "Moved 12 applications to Contacted". */
  many: (count: number) => string
  /** "Not moved": the title of the toast that gives the reason. */
  failed: string
  /** "Moving": the title of the progress of a long action. */
  underWay: string
}

/**
 * Performs an action on one or more applications. It shows the result at once with a toast that offers Undo,
 * and rolls back the rows that were refused. Thousands are sent in chunks with a progress bar; one Undo
 * covers all of them. Returns null when nothing was changed, otherwise the result with its refusals. A
 * refusal of a single application is already shown.
 */
export async function actOnApplications(
  applications: readonly Subject[],
  action: BulkAction,
  texts: Texts,
  patch: (row: ApplicationRow) => Partial<ApplicationRow> = () => ({}),
): Promise<BulkResult | null> {
  const applicationIds = applications.map(({ id }) => id)
  const rollBack = patchApplications(new Set(applicationIds), patch)
  const all: BulkResult = { changed: 0, refused: [], batchId: null }
  const failure = await inChunks(applicationIds, texts.underWay, async (some) => {
    const batchId = all.batchId ?? undefined
    const result = await call(bulkApplications, { body: { applicationIds: some, action, batchId } })
    all.changed += result.changed
    all.refused.push(...result.refused)
    all.batchId ??= result.batchId
  })
  if (failure) rollBack()
  if (failure && all.changed === 0) {
    if (failure.error) toastError(failure.error, texts.failed)
    refresh(applicationIds)
    return null
  }
  refresh(applicationIds)
  showResult(applications, all, texts)
  if (failure?.error) toastError(failure.error, texts.failed)
  return all
}

function showResult(
  applications: readonly Subject[],
  { changed, refused, batchId }: BulkResult,
  texts: Texts,
) {
  const [single, ...more] = applications
  const [only] = refused
  if (more.length === 0 && only) {
    toastError(new ApiError('CONFLICT', only.message), texts.failed)
  } else if (changed > 0 || refused.length === 0) {
    const applicationIds = applications.map(({ id }) => id)
    const back = batchId ? () => void undo(batchId, applicationIds) : undefined
    const name = more.length === 0 && single?.candidate.name
    toast(changed === 0 ? t`Nothing to change` : name ? texts.one(name) : texts.many(changed), back)
  }
}

async function undo(batchId: string, applicationIds: readonly string[]) {
  const refused: BulkResult['refused'] = []
  let changed = 0
  const failure = await inChunks(applicationIds, t`Undoing`, async (some) => {
    // Send the ids only when some of a batch are undone, in chunks.
    const among = some.length < applicationIds.length ? some : undefined
    const result = await call(undoBatch, { body: { batchId, applicationIds: among } }).catch(
      (error: unknown) => {
        // None of these was changed.
        if (among && error instanceof ApiError && error.code === 'NOT_FOUND')
          return { changed: 0, refused: [] }
        throw error
      },
    )
    changed += result.changed
    refused.push(...result.refused)
  })
  const [first] = refused
  const reason = first?.message ?? ''
  if (failure?.error) toastError(failure.error, t`Not undone`)
  else if (first && changed === 0) toastError(new ApiError('CONFLICT', reason), t`Not undone`)
  else if (first)
    toast(
      plural(refused.length, {
        one: `Undone except for # application: ${reason}`,
        other: `Undone except for # applications: ${reason}`,
      }),
    )
  else toast(t`Undone`)
  refresh(applicationIds, true)
}

function refresh(applicationIds: readonly string[], mayReturn = false) {
  applicationsChanged(applicationIds, mayReturn)
  void invalidate(getApplication, getApplicantSummary, listCandidateActivity, listApplicationFacets)
}
