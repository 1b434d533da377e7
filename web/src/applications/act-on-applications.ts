import { plural, t } from '@lingui/core/macro'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { changesMade } from './follow-changes.ts'
import { inChunks } from './in-chunks.ts'
import { patchApplications } from './list-cache.ts'
import type { ApplicationRow } from './queries.ts'

export type BulkAction = CallOf<typeof bulkApplications>['body']['action']
export type BulkResult = ResponseOf<typeof bulkApplications>

/** An application as far as acting on it needs it known. */
export type Subject = Pick<ApplicationRow, 'id'> & { candidate: { name: string } }

/** "Samuel Reyes", or "12 applications". */
export function subjectOf(applications: readonly Subject[]): string {
  const [first] = applications
  if (applications.length === 1 && first?.candidate.name) return first.candidate.name
  return plural(applications.length, { one: '# application', other: '# applications' })
}

interface Words {
  /** "Moved Samuel Reyes to Contacted". */
  one: (name: string) => string
  /** "Moved 12 applications to Contacted". */
  many: (count: number) => string
  /** "Not moved": before the reason, when it was not. */
  failed: string
  /** "Moving": while it takes its time. */
  underWay: string
}

/**
 * Does one thing to one or more applications: shows it at once, says at the bottom what was done with a way to
 * undo it, and puts the rows right again where it was refused. Thousands are done some hundreds at a time, with their
 * progress shown, and undone by one Undo. Answers null when nothing could be done at all; otherwise what was
 * refused, which for a single application was already said.
 */
export async function actOnApplications(
  applications: readonly Subject[],
  action: BulkAction,
  words: Words,
  patch: (row: ApplicationRow) => Partial<ApplicationRow> = () => ({}),
): Promise<BulkResult | null> {
  const applicationIds = applications.map(({ id }) => id)
  const rollBack = patchApplications(new Set(applicationIds), patch)
  const all: BulkResult = { changed: 0, refused: [], batchId: null }
  const failure = await inChunks(applicationIds, words.underWay, async (some) => {
    const batchId = all.batchId ?? undefined
    const result = await call(bulkApplications, { body: { applicationIds: some, action, batchId } })
    all.changed += result.changed
    all.refused.push(...result.refused)
    all.batchId ??= result.batchId
  })
  if (failure) rollBack()
  if (failure && all.changed === 0) {
    if (failure.error) toastError(failure.error, words.failed)
    refresh(applicationIds)
    return null
  }
  refresh(applicationIds)
  say(applications, all, words)
  if (failure?.error) toastError(failure.error, words.failed)
  return all
}

function say(applications: readonly Subject[], { changed, refused, batchId }: BulkResult, words: Words) {
  const [single, ...more] = applications
  const [only] = refused
  if (more.length === 0 && only) {
    toastError(new ApiError('CONFLICT', only.message), words.failed)
  } else if (changed > 0 || refused.length === 0) {
    const applicationIds = applications.map(({ id }) => id)
    const back = batchId ? () => void undo(batchId, applicationIds) : undefined
    const name = more.length === 0 && single?.candidate.name
    toast(changed === 0 ? t`Nothing to change` : name ? words.one(name) : words.many(changed), back)
  }
}

async function undo(batchId: string, applicationIds: readonly string[]) {
  const refused: BulkResult['refused'] = []
  let changed = 0
  const failure = await inChunks(applicationIds, t`Undoing`, async (some) => {
    // All of a few; of many the server is told which, some hundreds at a time.
    const among = some.length < applicationIds.length ? some : undefined
    const result = await call(undoBatch, { body: { batchId, applicationIds: among } }).catch(
      (error: unknown) => {
        // None of these was changed in the first place.
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
        one: `Undone, but for # application: ${reason}`,
        other: `Undone, but for # applications: ${reason}`,
      }),
    )
  else toast(t`Undone`)
  refresh(applicationIds, true)
}

function refresh(applicationIds: readonly string[], comesBack = false) {
  changesMade(applicationIds, comesBack)
  void invalidate(getApplication, getApplicantSummary, listActivityLogs, listApplicationFacets)
}
