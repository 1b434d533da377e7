import * as contract from '@muster/contract/candidate-merges.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { writeConsentsAs } from '../consents/consent-writer.ts'
import { unmergeConsents } from '../consents/merge-consents.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { lockEveryContact } from './find-match.ts'
import { assertSeesAllApplications, loadCandidatesById } from './lock-pair.ts'
import { asText, changedSince, fieldOfColumn } from './merge-fields.ts'
import { type ClosedDuplicate, lockApplicationsOf, recordMerge } from './merged-applications.ts'
import { restoreMergedContacts } from './merged-contacts.ts'
import { type CandidateRow, loadCandidate } from './present-candidate.ts'
import { loadMergesOf, type UnrestoredValue } from './present-merge.ts'
import { reopenDuplicates } from './reopen-duplicates.ts'
import { copyNameToApplications } from './update-candidate-fields.ts'

type Columns = Partial<CandidateRow>

/** @throws NOT_FOUND; CONFLICT when it was already undone or a later merge must be undone first */
async function lockMerge(tx: Database, actor: Actor, survivorId: string, mergeId: string) {
  const merge = await tx
    .selectFrom('candidate_merges')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', mergeId)
    .selectAll()
    .executeTakeFirst()
  if (!merge) throw notFound(t`Merge`)
  // Includes a candidate at the end of a chain, so the error says which merge to undo first.
  const behind = await loadMergesOf(tx, actor, survivorId)
  if (!behind.some(({ id }) => id === mergeId)) throw notFound(t`Merge`)
  const people = await loadCandidatesById(tx, actor.workspaceId, [merge.survivor_id, merge.merged_id], {
    lock: true,
  })
  // A concurrent undo is visible from here on.
  const now = (await loadMergesOf(tx, actor, merge.survivor_id)).find(({ id }) => id === mergeId)!
  if (!now.can.undo) throw conflict(now.whyNot!)
  return { merge, survivor: people.get(merge.survivor_id)!, merged: people.get(merge.merged_id)! }
}

/** Restores the survivor's fields, except those that somebody changed since. */
async function restoreSurvivor(
  tx: Database,
  survivor: CandidateRow,
  before: Columns,
  after: Columns,
): Promise<UnrestoredValue[]> {
  const kept = changedSince(survivor, after)
  // A phone extension is restored only together with its number.
  if (kept.includes('phone') || kept.includes('phone_extension')) kept.unshift('phone_extension', 'phone')
  const restored = Object.fromEntries(
    Object.entries(before).filter(([column]) => !kept.includes(column as keyof CandidateRow)),
  )
  const now = await tx
    .updateTable('candidates')
    .set({ ...restored, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', survivor.workspace_id)
    .where('id', '=', survivor.id)
    .returning(['consent', 'do_not_call'])
    .executeTakeFirstOrThrow()
  // What the person revoked since stays revoked, although the value is as the merge left it.
  for (const column of ['consent', 'do_not_call'] as const)
    if (column in restored && restored[column] !== now[column]) kept.push(column)
  const fields = new Map(kept.map((column) => [fieldOfColumn.get(column)!, column]))
  return [...fields].map(([field, column]) => ({
    kind: 'field' as const,
    key: field,
    value: asText(survivor[column]),
  }))
}

/** Moves applications and calls back, with everything added to them since: calls, comments, files and moves. */
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
    await assertSeesAllApplications(tx, actor, [survivor.id])
    await writeConsentsAs(tx, { source: 'unmerge', userId, causeId: merge.id })
    await unmergeConsents(tx, {
      workspaceId,
      mergeId: merge.id,
      survivorId: survivor.id,
      mergedId: merged.id,
      userId,
      mergedAt: merge.merged_at,
    })
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
    await copyNameToApplications(tx, workspaceId, [survivor.id, merged.id])
    await restoreMergedContacts(tx, workspaceId, merge.id, merged.id)
    await tx
      .updateTable('candidate_merges')
      .set({ unmerged_by: userId, unmerged_at: sql`now()`, kept: JSON.stringify(kept) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', merge.id)
      .execute()
    const restored = await loadCandidate(tx, actor, merged.id)
    const candidate = await loadCandidate(tx, actor, survivor.id)
    const names = { merged: restored.name, survivor: candidate.name }
    await recordMerge(tx, actor, 'unmerged', [survivor.id, merged.id], names, merge.id)
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
