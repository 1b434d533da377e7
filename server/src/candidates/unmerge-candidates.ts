import * as contract from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { conflict, notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { lockEveryContact } from './find-match.ts'
import { assertSeesAllOf, loadPeopleById } from './lock-pair.ts'
import { asText, changedSince, fieldOfColumn } from './merge-fields.ts'
import { type ClosedDuplicate, lockApplicationsOf, tellOfMerge } from './merged-applications.ts'
import { giveContactsBack } from './merged-contacts.ts'
import { type CandidateRow, loadCandidate } from './present-candidate.ts'
import { type Kept, loadMergesOf } from './present-merge.ts'
import { reopenDuplicates } from './reopen-duplicates.ts'
import { copyToApplications } from './update-candidate-fields.ts'

type Columns = Partial<CandidateRow>

/** @throws NOT_FOUND; CONFLICT when it was taken back already or a later one has to be first */
async function lockMerge(tx: Database, actor: Actor, survivorId: string, mergeId: string) {
  const merge = await tx
    .selectFrom('candidate_merges')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', mergeId)
    .selectAll()
    .executeTakeFirst()
  if (!merge) throw notFound(t`Merge`)
  // Also of somebody at the end of a chain, so that it says what to take back first.
  const behind = await loadMergesOf(tx, actor, survivorId)
  if (!behind.some(({ id }) => id === mergeId)) throw notFound(t`Merge`)
  const people = await loadPeopleById(tx, actor.workspaceId, [merge.survivor_id, merge.merged_id], {
    lock: true,
  })
  // Whoever was faster is seen from here on.
  const now = (await loadMergesOf(tx, actor, merge.survivor_id)).find(({ id }) => id === mergeId)!
  if (!now.can.undo) throw conflict(now.whyNot!)
  return { merge, survivor: people.get(merge.survivor_id)!, merged: people.get(merge.merged_id)! }
}

/** Gives the survivor back what they were, but for what somebody changed since. */
async function restoreSurvivor(
  tx: Database,
  survivor: CandidateRow,
  before: Columns,
  after: Columns,
): Promise<Kept[]> {
  const kept = changedSince(survivor, after)
  // An extension goes with its number.
  if (kept.includes('phone') || kept.includes('phone_extension')) kept.unshift('phone_extension', 'phone')
  const restored = Object.fromEntries(
    Object.entries(before).filter(([column]) => !kept.includes(column as keyof CandidateRow)),
  )
  await tx
    .updateTable('candidates')
    .set({ ...restored, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', survivor.workspace_id)
    .where('id', '=', survivor.id)
    .execute()
  const fields = new Map(kept.map((column) => [fieldOfColumn.get(column)!, column]))
  return [...fields].map(([field, column]) => ({
    kind: 'field' as const,
    key: field,
    value: asText(survivor[column]),
  }))
}

/** What was moved goes back, with what was added to it since: calls, comments, files and moves belong to it. */
async function moveBack(
  tx: Database,
  workspaceId: string,
  merge: { survivor_id: string; merged_id: string; application_ids: string[]; call_ids: string[] },
): Promise<void> {
  await sql`
    update applications set candidate_id = ${merge.merged_id}
    where workspace_id = ${workspaceId} and candidate_id = ${merge.survivor_id}
      and id = any(${merge.application_ids}::uuid[])
  `.execute(tx)
  await sql`
    update calls set candidate_id = ${merge.merged_id}
    where workspace_id = ${workspaceId} and candidate_id = ${merge.survivor_id}
      and (id = any(${merge.call_ids}::uuid[]) or application_id = any(${merge.application_ids}::uuid[]))
  `.execute(tx)
}

export const unmergeCandidates = handler(
  contract.unmergeCandidates,
  async ({ tx, actor, params, caller }) => {
    const { workspaceId, userId } = actor
    await loadCandidate(tx, actor, params.id)
    await lockEveryContact(tx, workspaceId)
    const { merge, survivor, merged } = await lockMerge(tx, actor, params.id, params.mergeId)
    await assertSeesAllOf(tx, actor, [survivor.id])
    const kept = await restoreSurvivor(tx, survivor, merge.before as Columns, merge.after as Columns)
    await tx
      .updateTable('candidates')
      .set({ merged_into: null, deleted_at: null, version: sql`version + 1` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', merged.id)
      .execute()
    const reopen = await reopenDuplicates(
      tx,
      actor,
      merge.id,
      merge.closed as unknown as ClosedDuplicate[],
      () => lockApplicationsOf(tx, workspaceId, [survivor.id]),
    )
    await moveBack(tx, workspaceId, merge)
    kept.push(...(await reopen()))
    await copyToApplications(tx, workspaceId, [survivor.id, merged.id])
    await giveContactsBack(tx, workspaceId, merge.id, merged.id)
    await tx
      .updateTable('candidate_merges')
      .set({ unmerged_by: userId, unmerged_at: sql`now()`, kept: JSON.stringify(kept) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', merge.id)
      .execute()
    const restored = await loadCandidate(tx, actor, merged.id)
    const candidate = await loadCandidate(tx, actor, survivor.id)
    const names = { merged: restored.name, survivor: candidate.name }
    await tellOfMerge(tx, actor, 'unmerged', [survivor.id, merged.id], names, merge.id)
    await recordAudit(tx, {
      workspaceId,
      userId,
      action: 'candidates.unmerged',
      ip: caller.ip,
      subject: { kind: 'candidate', id: survivor.id },
      details: { mergeId: merge.id, mergedId: merged.id, kept: kept.length },
    })
    const merges = await loadMergesOf(tx, actor, survivor.id)
    return { candidate, restored, merge: merges.find(({ id }) => id === merge.id)! }
  },
)
