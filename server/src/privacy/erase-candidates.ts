import { sql } from 'kysely'
import { t } from '#texts'
import { freeTextTypes } from '../custom-fields/field-types.ts'
import type { Database } from '../database/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { announce } from '../live/announce.ts'
import { type CandidateData, isImportRowOf } from './find-candidate-data.ts'

const nameOfErased = () => t`Erased person`

/** Choices, numbers and dates stay for reports, unless their field is marked as personal data. */
function keptValues(subject: 'application' | 'call') {
  return sql`custom_fields - array(
    select f.key from custom_fields f
    where f.workspace_id = workspace_id and f.subject = ${subject}
      and (f.personal or f.type = any(${freeTextTypes}::text[]))
  )`
}

/** Anonymizes candidates and their applications. The rows stay, so all counts stay the same. */
async function anonymizeCandidates(
  tx: Database,
  { workspaceId, candidateIds, applicationIds }: CandidateData,
) {
  await sql`
    update candidates set
      name = ${nameOfErased()}, email = null, phone = null, phone_extension = null, profile_url = null,
      external_id = null, location = null, current_company = null, current_title = null, notes = null, tags = '{}',
      resume_file_id = null, custom_fields = '{}', erased_at = now(), deleted_at = coalesce(deleted_at, now()), updated_at = now(),
      version = version + 1
    where workspace_id = ${workspaceId} and id = any(${candidateIds}::uuid[])
  `.execute(tx)
  await sql`
    update applications set
      candidate_name = ${nameOfErased()}, candidate_search = lower(${nameOfErased()}), external_id = null,
      resume_file_id = null, tags = '{}', custom_fields = ${keptValues('application')}, updated_at = now(),
      version = version + 1
    where workspace_id = ${workspaceId} and id = any(${applicationIds}::uuid[])
  `.execute(tx)
  await sql`
    delete from merged_contacts
    where workspace_id = ${workspaceId}
      and (owner_id = any(${candidateIds}::uuid[]) or candidate_id = any(${candidateIds}::uuid[]))
  `.execute(tx)
  // What was agreed to, when and in which words must be proven for years; the evidence has contact data.
  await sql`
    update consent_entries set evidence_url = null, evidence_file_id = null
    where workspace_id = ${workspaceId} and candidate_id = any(${candidateIds}::uuid[])
      and num_nonnulls(evidence_url, evidence_file_id) > 0
  `.execute(tx)
  await sql`
    update candidate_merges set before = '{}', after = '{}', kept = null
    where workspace_id = ${workspaceId}
      and (survivor_id = any(${candidateIds}::uuid[]) or merged_id = any(${candidateIds}::uuid[]))
  `.execute(tx)
}

/** Removes texts from their histories. Entries keep their kind and time; moves keep what reports count. */
async function eraseTexts(tx: Database, { workspaceId, applicationIds, callIds }: CandidateData) {
  await sql`
    update activity_logs set
      body = null,
      old_value = case when kind in ('moved', 'disposition') then old_value end,
      new_value = case when kind in ('moved', 'disposition', 'call') then new_value end,
      old_raw = null,
      file_id = null
    where workspace_id = ${workspaceId} and application_id = any(${applicationIds}::uuid[])
  `.execute(tx)
  await sql`
    update dispositions set note = null
    where workspace_id = ${workspaceId} and application_id = any(${applicationIds}::uuid[]) and note is not null
  `.execute(tx)
  await sql`
    with theirs as (
      update submissions set summary = null, answers = '[]'
      where workspace_id = ${workspaceId} and application_id = any(${applicationIds}::uuid[])
      returning id
    )
    update submission_messages m set body = null from theirs
    where m.workspace_id = ${workspaceId} and m.submission_id = theirs.id
  `.execute(tx)
  await eraseCalls(tx, workspaceId, callIds)
}

/** Removes contents, phone numbers and recordings of calls. Keeps that they took place, when and how long. */
export async function eraseCalls(tx: Database, workspaceId: string, callIds: readonly string[]) {
  await sql`
    update calls set
      from_number = null, to_number = null, summary = null, transcript = null, recording_url = null, raw = null,
      custom_fields = ${keptValues('call')}, erased_at = now(), updated_at = now()
    where workspace_id = ${workspaceId} and id = any(${[...callIds]}::uuid[])
  `.execute(tx)
  await sql`
    update activity_logs set body = null
    where workspace_id = ${workspaceId} and call_id = any(${[...callIds]}::uuid[]) and body is not null
  `.execute(tx)
  await sql`
    delete from custom_field_former_values
    where workspace_id = ${workspaceId} and row_id = any(${[...callIds]}::uuid[])
  `.execute(tx)
}

/**
 * Removes copies elsewhere: notifications, webhook deliveries, answers to voice providers, stored idempotent responses, values before changes of
 * custom fields, and unclaimed voice reports.
 */
async function eraseCopies(tx: Database, data: CandidateData) {
  const { workspaceId, candidateIds, applicationIds, callIds, known } = data
  await sql`
    delete from notifications n
    where n.workspace_id = ${workspaceId} and (
      n.application_id = any(${applicationIds}::uuid[])
      or (n.application_id is null and exists (
        select from unnest(${known.names}::text[]) name where strpos(n.text, name) > 0
      ))
    )
  `.execute(tx)
  await sql`
    delete from webhook_deliveries
    where workspace_id = ${workspaceId}
      and (application_id = any(${applicationIds}::uuid[]) or call_id = any(${callIds}::uuid[]))
  `.execute(tx)
  // The provider's ID of the contact leads to the person at the provider.
  await sql`
    delete from predial_answers
    where workspace_id = ${workspaceId} and application_id = any(${applicationIds}::uuid[])
  `.execute(tx)
  await sql`
    delete from idempotency_keys k
    where k.workspace_id = ${workspaceId} and exists (
      select from unnest(${[...candidateIds, ...applicationIds, ...callIds]}::uuid[]) id
      where strpos(k.response::text, id::text) > 0
    )
  `.execute(tx)
  await sql`
    delete from custom_field_former_values
    where workspace_id = ${workspaceId}
      and row_id = any(${[...candidateIds, ...applicationIds]}::uuid[])
  `.execute(tx)
  await sql`
    delete from unclaimed_voice_events e
    where exists (
      select from unnest(${known.phoneDigits}::text[]) digits where strpos(e.event::text, digits) > 0
    ) or exists (
      select from unnest(${known.emails}::text[]) email where strpos(lower(e.event::text), email) > 0
    )
  `.execute(tx)
}

/**
 * Empties their import rows and deletes the import files, which contain other candidates too. Counts of the import
 * stay; for these candidates it can no longer be undone.
 */
async function eraseImported(tx: Database, data: CandidateData): Promise<string[]> {
  const { workspaceId, importIds } = data
  await sql`
    with theirs as (
      update import_rows r set
        candidate_id = null, application_id = null, cells = null, before = null, message = null, lost = null,
        candidate_is_new = false
      where ${isImportRowOf(workspaceId, data)}
      returning r.import_id, r.row_number
    )
    delete from import_corrections c using theirs
    where c.workspace_id = ${workspaceId} and c.import_id = theirs.import_id and c.row_number in (0, theirs.row_number)
  `.execute(tx)
  return emptyImportFiles(tx, workspaceId, importIds)
}

/** Clears import files and the samples in their analyses. Returns the storage keys to delete. */
export async function emptyImportFiles(
  tx: Database,
  workspaceId: string,
  importIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    with emptied as (
      update imports set analysis = jsonb_set(
        analysis || '{"leftOutRows": []}', '{columns}',
        coalesce((select jsonb_agg(c || '{"samples": []}') from jsonb_array_elements(analysis->'columns') c), '[]')
      )
      where workspace_id = ${workspaceId} and id = any(${[...importIds]}::uuid[])
      returning file_id
    )
    update files f set sha256 = '', size = 0 from emptied e
    where f.workspace_id = ${workspaceId} and f.id = e.file_id
    returning f.storage_key
  `.execute(tx)
  return rows.map((row) => row.storage_key)
}

async function eraseFiles(tx: Database, workspaceId: string, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from files where workspace_id = ${workspaceId} and id = any(${[...fileIds]}::uuid[]) returning storage_key
  `.execute(tx)
  return rows.map((row) => row.storage_key)
}

/**
 * Erases everything about candidates, except that they existed. The bytes of their files are deleted after the commit.
 */
export async function eraseCandidates(
  tx: Database,
  jobs: Pick<Jobs, 'send'>,
  data: CandidateData,
  actorId: string | null,
): Promise<void> {
  const { workspaceId, candidateIds, applicationIds, fileIds } = data
  await eraseCopies(tx, data)
  const importKeys = await eraseImported(tx, data)
  await anonymizeCandidates(tx, data)
  await eraseTexts(tx, data)
  await sql`
    delete from custom_field_files
    where workspace_id = ${workspaceId}
      and row_id = any(${[...candidateIds, ...applicationIds, ...data.callIds]}::uuid[]) and detached_at is not null
  `.execute(tx)
  const keys = [...importKeys, ...(await eraseFiles(tx, workspaceId, fileIds))]
  if (keys.length > 0) await jobs.send(tx, 'remove-files', { keys })
  await announce(tx, workspaceId, { kind: 'candidates-changed', candidateIds, actorId })
  if (applicationIds.length > 0)
    await announce(tx, workspaceId, {
      kind: 'applications-changed',
      applicationIds,
      positionIds: [],
      actorId,
    })
}
