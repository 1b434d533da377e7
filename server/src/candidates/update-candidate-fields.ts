import { sql } from 'kysely'
import { t } from '#texts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { notFound, staleVersion } from '../app-error.ts'
import { asLogged } from '../applications/update-application.ts'
import { ownSource, writeConsentsAs } from '../consents/consent-writer.ts'
import { describeChanges, readValues, type ValueChange } from '../custom-fields/read-values.ts'
import { type StoredValues, valueColumn } from '../custom-fields/stored-values.ts'
import type { Database } from '../database/connect.ts'
import { opaqueId } from '../database/opaque-id.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import { type CandidateInput, distinctTags } from './insert-candidate.ts'
import { normaliseContact } from './normalise-contact.ts'
import type { CandidateRow } from './present-candidate.ts'

const columns = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  phoneExtension: 'phone_extension',
  profileUrl: 'profile_url',
  externalId: 'external_id',
  location: 'location',
  currentCompany: 'current_company',
  currentTitle: 'current_title',
  notes: 'notes',
  tags: 'tags',
  doNotCall: 'do_not_call',
  consent: 'consent',
  resumeFileId: 'resume_file_id',
} as const satisfies Record<
  Exclude<keyof CandidateInput, 'customFields'> | 'phoneExtension',
  keyof CandidateRow
>

type Field = keyof typeof columns

/** The fields of a candidate, as the history names them. */
export const candidateFields = Object.keys(columns) as Field[]

interface FieldChange {
  field: Field
  before: unknown
  after: unknown
}

export interface CandidateChange {
  before: CandidateRow
  changes: FieldChange[]
}

/** Returns the sent fields that really differ. The same number without its extension is the same number. */
function findChanges(before: CandidateRow, input: Partial<CandidateInput>, country: string): FieldChange[] {
  // A phone number stored under older rules must not block other edits.
  const isSamePhone = input.phone !== undefined && input.phone === before.phone
  const contact = normaliseContact(isSamePhone ? { ...input, phone: undefined } : input, country)
  if (contact.phone && contact.phone === before.phone) contact.phoneExtension ??= before.phone_extension
  const tags = input.tags && distinctTags(input.tags)
  const wanted: Partial<Record<Field, unknown>> = { ...input, ...contact, tags }
  return candidateFields.flatMap((field) => {
    const change = { field, before: before[columns[field]], after: wanted[field] }
    const same = change.after === undefined || asLogged(change.before) === asLogged(change.after)
    return same ? [] : [change]
  })
}

/**
 * Copies the candidate's name and search text to their applications, where they are sorted and searched at a million
 * rows.
 */
export async function copyNameToApplications(
  tx: Database,
  workspaceId: string,
  candidateIds: readonly string[],
): Promise<void> {
  const applications = tx
    .selectFrom('applications')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`candidate_id = any(${candidateIds}::uuid[])`)
  await applications.select('id').orderBy('id').forNoKeyUpdate().execute()
  await sql`
    update applications as a set candidate_name = c.name, candidate_search = c.search_text
    from candidates c
    where a.workspace_id = ${opaqueId(workspaceId)} and a.candidate_id = any(${candidateIds}::uuid[])
      and c.workspace_id = a.workspace_id and c.id = a.candidate_id
  `.execute(tx)
}

/** Logs changes of a candidate on their open applications. */
export async function logOnOpenApplications(
  tx: Database,
  { workspaceId, userId }: Actor,
  candidateId: string,
  changes: readonly FieldChange[],
  values: readonly ValueChange[],
): Promise<void> {
  const open = await tx
    .updateTable('applications')
    .set({ last_activity_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('candidate_id', '=', candidateId)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(['id', 'position_id'])
    .execute()
  const described = await describeChanges(tx, workspaceId, values)
  const entries = [
    ...changes.map(({ field, before, after }) => ({
      field: field as string,
      oldValue: asLogged(before),
      newValue: asLogged(after),
    })),
    ...described.map(({ field, ...entry }) => ({ ...entry, field: `candidate.customFields.${field.key}` })),
  ]
  await recordActivity(
    tx,
    open.flatMap((application) =>
      entries.map((entry) => ({
        ...entry,
        workspaceId,
        applicationId: application.id,
        positionId: application.position_id,
        kind: 'edited' as const,
        userId,
      })),
    ),
  )
  if (open.length > 0)
    await announce(tx, workspaceId, {
      kind: 'applications-changed',
      applicationIds: open.map((application) => application.id),
      positionIds: [...new Set(open.map((application) => application.position_id))],
      actorId: userId,
    })
}

/**
 * Changes the sent fields of a candidate and returns their previous values. Updates the name on all their applications
 * in the same transaction and logs each change on the open ones. The caller checks that the actor may see the
 * candidate and the résumé.
 * @throws NOT_FOUND; CONFLICT when `version` is stale; VALIDATION for an unreadable phone or profile URL
 */
export async function updateCandidateFields(
  tx: Database,
  actor: Actor,
  id: string,
  input: Partial<CandidateInput>,
  version?: number,
): Promise<CandidateChange> {
  const before = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw notFound(t`Candidate`)
  if (version !== undefined && version !== before.version) throw staleVersion(before.version)
  const changes = findChanges(before, input, actor.workspace.defaultCountry)
  const stored = before.custom_fields as StoredValues
  const values = await readValues(tx, actor, 'candidate', input.customFields, stored)
  if (changes.length + values.length === 0) return { before, changes }
  if (changes.some(({ field }) => field === 'consent' || field === 'doNotCall'))
    await writeConsentsAs(tx, ownSource(actor))
  await tx
    .updateTable('candidates')
    .set(Object.fromEntries(changes.map(({ field, after }) => [columns[field], after])))
    .set({ ...valueColumn(stored, values), version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .execute()
  if (changes.some(({ field }) => field === 'name' || field === 'email' || field === 'phone'))
    await copyNameToApplications(tx, actor.workspaceId, [id])
  await logOnOpenApplications(tx, actor, id, changes, values)
  return { before, changes }
}
