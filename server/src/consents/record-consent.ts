import * as contract from '@muster/contract/consents.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid, notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { loadCandidate } from '../candidates/present-candidate.ts'
import { logOnOpenApplications } from '../candidates/update-candidate-fields.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { callScope } from '../policies/call-policy.ts'
import { attachFile } from '../policies/file-policy.ts'
import type { Actor } from '../session/actor.ts'
import { ownSource } from './consent-writer.ts'
import { presentConsent, selectConsents } from './present-consent.ts'

/** How far the clock of a client may be ahead. */
const clockSkewMs = 10 * 60_000

/** @throws VALIDATION on `evidenceCallId` unless the actor may see the call and it is with the candidate */
async function assertCallOf(tx: Database, actor: Actor, candidateId: string, callId: string): Promise<void> {
  const call = await tx
    .selectFrom('calls')
    .where('calls.workspace_id', '=', actor.workspaceId)
    .where('calls.id', '=', callId)
    .where('calls.candidate_id', '=', candidateId)
    .where(callScope(actor))
    .select('calls.id')
    .executeTakeFirst()
  if (!call) throw invalid('evidenceCallId', t`Choose a call with this candidate`)
}

/** Locks the candidate, so that entries of one person are recorded one after another. */
async function lockFields(tx: Database, { workspaceId }: Actor, id: string) {
  const row = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['consent', 'do_not_call'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(t`Candidate`)
  return row
}

async function insertEntry(
  tx: Database,
  actor: Actor,
  candidateId: string,
  body: BodyOf<typeof contract.recordConsent>,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('consent_entries')
    .values({
      workspace_id: actor.workspaceId,
      id,
      candidate_id: candidateId,
      channel: body.channel,
      purpose: body.purpose,
      action: body.action,
      wording: body.wording ?? null,
      source: body.source ?? (body.evidenceCallId ? 'call' : ownSource(actor).source),
      happened_at: sql`least(${body.at ?? null}::timestamptz, clock_timestamp())`,
      recorded_by: actor.userId,
      evidence_url: body.evidenceUrl ?? null,
      evidence_file_id: body.evidenceFileId ?? null,
      evidence_call_id: body.evidenceCallId ?? null,
    })
    .execute()
  return id
}

export const recordConsent = handler(contract.recordConsent, async ({ tx, actor, params, body, caller }) => {
  const { workspaceId } = actor
  await loadCandidate(tx, actor, params.id)
  if (body.at && Date.parse(body.at) > Date.now() + clockSkewMs)
    throw invalid('at', t`Enter a time that has passed`)
  const before = await lockFields(tx, actor, params.id)
  if (body.evidenceCallId) await assertCallOf(tx, actor, params.id, body.evidenceCallId)
  await attachFile(tx, actor, body.evidenceFileId, 'evidenceFileId')
  const id = await insertEntry(tx, actor, params.id, body)
  const after = await tx
    .updateTable('candidates')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.id)
    .returning(['consent', 'do_not_call'])
    .executeTakeFirstOrThrow()
  const changes = [
    { field: 'consent' as const, before: before.consent, after: after.consent },
    { field: 'doNotCall' as const, before: before.do_not_call, after: after.do_not_call },
  ].filter((change) => change.before !== change.after)
  if (changes.length > 0) await logOnOpenApplications(tx, actor, params.id, changes, [])
  await recordAudit(tx, {
    ...actor,
    action: 'consent.recorded',
    ip: caller.ip,
    subject: { kind: 'candidate', id: params.id },
    details: { channel: body.channel, purpose: body.purpose, action: body.action },
  })
  await announce(tx, workspaceId, {
    kind: 'candidates-changed',
    candidateIds: [params.id],
    actorId: actor.userId,
  })
  const row = await selectConsents(tx, actor).where('consent_entries.id', '=', id).executeTakeFirstOrThrow()
  return presentConsent(row, actor)
})
