import type { consentEntry } from '@muster/contract/consents.ts'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

/** Selects entries of the workspace with the names of what they refer to. */
export function selectConsents(db: Database, actor: Actor) {
  return db
    .selectFrom('consent_entries')
    .leftJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'consent_entries.workspace_id')
        .onRef('users.id', '=', 'consent_entries.recorded_by'),
    )
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'consent_entries.workspace_id')
        .onRef('files.id', '=', 'consent_entries.evidence_file_id'),
    )
    .where('consent_entries.workspace_id', '=', actor.workspaceId)
    .selectAll('consent_entries')
    .select(['users.name as user_name', 'files.name as file_name'])
}

export type ConsentRow = Awaited<ReturnType<ReturnType<typeof selectConsents>['executeTakeFirstOrThrow']>>

type Entry = z.input<typeof consentEntry>

const noEvidence: Entry['evidence'] = { url: null, file: null, callId: null }

/** Presents an entry. Evidence can contain contact data, and is for those who may see them. */
export function presentConsent(row: ConsentRow, actor: Actor): Entry {
  return {
    id: row.id,
    candidateId: row.candidate_id,
    channel: row.channel as Entry['channel'],
    purpose: row.purpose as Entry['purpose'],
    action: row.action as Entry['action'],
    wording: row.wording,
    source: row.source as Entry['source'],
    at: row.happened_at,
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by === null ? null : { id: row.recorded_by, name: row.user_name ?? '' },
    evidence: maySeeContacts(actor)
      ? {
          url: row.evidence_url,
          file:
            row.evidence_file_id === null ? null : { id: row.evidence_file_id, name: row.file_name ?? '' },
          callId: row.evidence_call_id,
        }
      : noEvidence,
  }
}
