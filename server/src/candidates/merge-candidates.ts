import * as contract from '@muster/contract/candidate-merges.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, invalid, staleVersion } from '../app-error.ts'
import { targetsOfType, throwRefusal } from '../applications/find-targets.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockStatus } from '../board/lock-status.ts'
import { placeApplications } from '../board/place-applications.ts'
import { writeConsentsAs } from '../consents/consent-writer.ts'
import { mergeConsents } from '../consents/merge-consents.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { attachFile } from '../policies/file-policy.ts'
import type { Actor } from '../session/actor.ts'
import { type Collision, findCollisions } from './find-collisions.ts'
import { lockEveryContact } from './find-match.ts'
import { assertSeesAllApplications, loadCandidatesById } from './lock-pair.ts'
import { mergedColumns } from './merge-fields.ts'
import { type ClosedDuplicate, lockApplicationsOf, recordMerge } from './merged-applications.ts'
import { storeMergedContacts } from './merged-contacts.ts'
import { type CandidateRow, findSurvivor, loadCandidate } from './present-candidate.ts'
import { loadMergesOf } from './present-merge.ts'
import { copyNameToApplications } from './update-candidate-fields.ts'

type Body = BodyOf<typeof contract.mergeCandidates>

/** @throws NOT_FOUND; CONFLICT when one was merged already or changed since the caller loaded it */
async function lockPair(
  tx: Database,
  actor: Actor,
  survivorId: string,
  body: Body,
): Promise<{ survivor: CandidateRow; merged: CandidateRow }> {
  const rows = await loadCandidatesById(tx, actor.workspaceId, [survivorId, body.mergedId], { lock: true })
  for (const row of rows.values()) {
    const now = row.merged_into ? await findSurvivor(tx, actor, row) : undefined
    if (now) throw conflict(t`${row.name} has already been merged into ${now.mergedInto.name}`, now)
  }
  await loadCandidate(tx, actor, survivorId)
  await loadCandidate(tx, actor, body.mergedId)
  const [survivor, merged] = [rows.get(survivorId)!, rows.get(body.mergedId)!]
  if (survivor.version !== body.version) throw staleVersion(survivor.version)
  if (merged.version !== body.mergedVersion) throw staleVersion(merged.version)
  await assertSeesAllApplications(tx, actor, [survivorId, body.mergedId])
  return { survivor, merged }
}

/** Returns which of two open applications on a position is closed. */
function applicationToClose(collision: Collision, keep: readonly string[]): Collision['survivor'] {
  const { survivor, merged, suggestedId } = collision
  const chosen = [survivor, merged].filter(({ id }) => keep.includes(id))
  const goesOn = chosen.length === 1 ? chosen[0]!.id : suggestedId
  return goesOn === survivor.id ? merged : survivor
}

/** Closes duplicate open applications and returns their former places. Locks all applications of both candidates. */
async function closeDuplicates(
  tx: Database,
  actor: Actor,
  batchId: string,
  { survivor, merged }: { survivor: CandidateRow; merged: CandidateRow },
  keep: readonly string[],
): Promise<ClosedDuplicate[]> {
  const { workspaceId } = actor
  const find = async () =>
    (await findCollisions(tx, workspaceId, survivor.id, merged.id)).map(
      (one) => applicationToClose(one, keep).id,
    )
  const ids = await find()
  const placements = await targetsOfType(tx, actor, ids, 'closed', throwRefusal)
  for (const statusId of placements.map((placement) => placement.statusId).sort())
    await lockStatus(tx, workspaceId, statusId)
  const applications = await lockApplicationsOf(tx, workspaceId, [survivor.id, merged.id])
  if (!keep.every((keptId) => applications.some(({ id }) => id === keptId)))
    throw invalid('keepApplicationIds', t`Choose applications of these two candidates`)
  // Somebody moved, closed or reopened one of them in the meantime.
  if ((await find()).join() !== ids.join())
    throw conflict(t`Their applications have changed. Review them and try again.`)
  if (ids.length === 0) return []
  await placeApplications(tx, actor, placements, {
    cause: 'close',
    batchId,
    close: { disposition: 'duplicate' },
  })
  return applications.filter(({ id }) => ids.includes(id))
}

export const mergeCandidates = handler(
  contract.mergeCandidates,
  async ({ tx, actor, params, body, caller }) => {
    if (body.mergedId === params.id) throw invalid('mergedId', t`Choose two different candidates`)
    const { workspaceId, userId } = actor
    // An import must not match candidates while they are being merged.
    await lockEveryContact(tx, workspaceId)
    const { survivor, merged } = await lockPair(tx, actor, params.id, body)
    const { before, after } = mergedColumns(survivor, merged, body.choices ?? {})
    if (after.resume_file_id) await attachFile(tx, actor, after.resume_file_id)
    const id = newId()
    const closed = await closeDuplicates(tx, actor, id, { survivor, merged }, body.keepApplicationIds ?? [])

    const moved = await tx
      .updateTable('applications')
      .set({ candidate_id: survivor.id })
      .where('workspace_id', '=', workspaceId)
      .where('candidate_id', '=', merged.id)
      .returning('id')
      .execute()
    const calls = await tx
      .updateTable('calls')
      .set({ candidate_id: survivor.id })
      .where('workspace_id', '=', workspaceId)
      .where('candidate_id', '=', merged.id)
      .returning('id')
      .execute()
    await writeConsentsAs(tx, { source: 'merge', userId, causeId: id })
    await mergeConsents(tx, {
      workspaceId,
      mergeId: id,
      survivorId: survivor.id,
      mergedId: merged.id,
      userId,
    })
    await tx
      .updateTable('candidates')
      .set({ ...after, version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', survivor.id)
      .execute()
    await tx
      .updateTable('candidates')
      .set({ merged_into: survivor.id, deleted_at: sql`now()`, version: sql`version + 1` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', merged.id)
      .execute()
    await copyNameToApplications(tx, workspaceId, [survivor.id])
    await tx
      .insertInto('candidate_merges')
      .values({
        workspace_id: workspaceId,
        id,
        survivor_id: survivor.id,
        merged_id: merged.id,
        survivor_version: survivor.version + 1,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        application_ids: moved.map((row) => row.id),
        call_ids: calls.map((row) => row.id),
        closed: JSON.stringify(closed),
        merged_by: userId,
      })
      .execute()
    await storeMergedContacts(tx, workspaceId, id, survivor, merged)
    const names = { merged: merged.name, survivor: after.name ?? survivor.name }
    await recordMerge(tx, actor, 'merged', [survivor.id, merged.id], names, id)
    await recordAudit(tx, {
      workspaceId,
      userId,
      action: 'candidates.merged',
      ip: caller.ip,
      subject: { kind: 'candidate', id: survivor.id },
      details: { mergeId: id, mergedId: merged.id, applications: moved.length },
    })
    const merges = await loadMergesOf(tx, actor, survivor.id)
    return {
      candidate: await loadCandidate(tx, actor, survivor.id),
      merge: merges.find((merge) => merge.id === id)!,
    }
  },
)
