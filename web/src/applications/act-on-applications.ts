import { plural, t } from '@lingui/core/macro'
import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import type { Filling } from '../custom-fields/filling.ts'
import { askForFields } from '../custom-fields/with-required-fields.tsx'
import { type Offer, toast, toastError } from '../ui/toast.tsx'
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
  /** "2 had this value already", of those that were not changed and not refused. */
  unchanged?: (count: number) => string
  /** "Not moved": the title of the toast that gives the reason. */
  failed: string
  /** "Moving": the title of the progress of a long action. */
  underWay: string
  /** "Move to Contacted": the button of the dialog that asks for missing fields. */
  action?: string
  /** The next step that the toast offers for those who were changed. */
  offer?: (applicationIds: readonly string[]) => Offer | undefined
}

/** Sends an action in chunks of one batch, and adds what it did to `all`. Returns as `inChunks` does. */
function send(applicationIds: readonly string[], action: BulkAction, underWay: string, all: BulkResult) {
  return inChunks(applicationIds, underWay, async (some) => {
    const batchId = all.batchId ?? undefined
    const result = await call(bulkApplications, { body: { applicationIds: some, action, batchId } })
    all.changed += result.changed
    all.refused.push(...result.refused)
    all.batchId ??= result.batchId
  })
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
  const failure = await send(applicationIds, action, texts.underWay, all)
  if (failure) rollBack()
  else if (texts.action && all.refused.some(({ missing }) => missing.length > 0)) {
    const cancelled = !(await repeatWithFields(applications, action, texts, all))
    if (cancelled && all.changed === 0 && all.refused.every(({ missing }) => missing.length > 0)) {
      rollBack()
      refresh(applicationIds)
      return null
    }
  }
  if (failure && all.changed === 0) {
    if (failure.error) toastError(withReason(failure.error), texts.failed)
    refresh(applicationIds)
    return null
  }
  refresh(applicationIds)
  showResult(applications, all, texts)
  if (failure?.error) toastError(failure.error, texts.failed)
  return all
}

/** Returns an invalid value's own message. That of the request only says that there is one. */
function withReason(error: unknown): unknown {
  const [reason] = Object.values(fieldErrors(error))
  return reason ? new ApiError('VALIDATION', reason) : error
}

/**
 * Asks for the custom fields that some applications lack, and repeats the action for these. Adds its result to that of
 * the others. Returns false if the user cancels.
 */
async function repeatWithFields(
  applications: readonly Subject[],
  action: BulkAction,
  texts: Texts,
  all: BulkResult,
): Promise<boolean> {
  const lacking = all.refused.filter(({ missing }) => missing.length > 0)
  const ids = lacking.map(({ applicationId }) => applicationId)
  const repeat = async (filling: Filling) => {
    const again: BulkResult = { changed: 0, refused: [], batchId: all.batchId }
    const failure = await send(ids, { ...action, ...filling } as BulkAction, texts.underWay, again)
    if (failure?.error) throw failure.error
    return again
  }
  try {
    const again = await askForFields(
      lacking.map(({ applicationId, missing }) => ({ applicationId, fields: missing })),
      { subject: subjectOf(applications), of: applications.length, action: texts.action ?? '' },
      repeat,
    )
    if (!again) return false
    all.changed += again.changed
    all.batchId ??= again.batchId
    all.refused = [...all.refused.filter(({ missing }) => missing.length === 0), ...again.refused]
  } catch (error) {
    toastError(error, texts.failed)
  }
  return true
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
    const isRefused = new Set(refused.map(({ applicationId: id }) => id))
    const offer = changed > 0 ? texts.offer?.(applicationIds.filter((id) => !isRefused.has(id))) : undefined
    const said = changed === 0 ? t`Nothing to change` : name ? texts.one(name) : texts.many(changed)
    const same = applications.length - changed - refused.length
    const unchanged = changed > 0 && same > 0 ? texts.unchanged?.(same) : undefined
    toast(unchanged ? `${said}. ${unchanged}` : said, back, offer)
  }
}

async function undo(batchId: string, applicationIds: readonly string[]) {
  const refused: ResponseOf<typeof undoBatch>['refused'] = []
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
