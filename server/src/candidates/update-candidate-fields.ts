import { sql } from 'kysely'
import { t } from '#texts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { asLogged } from '../applications/update-application.ts'
import type { Database } from '../database/connect.ts'
import { unseen } from '../database/unseen.ts'
import { notFound, staleVersion } from '../http/app-error.ts'
import { announce } from '../live/announce.ts'
import type { Author } from './author.ts'
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
} as const

type Field = keyof typeof columns

interface FieldChange {
  field: Field
  before: unknown
  after: unknown
}

export interface CandidateChange {
  before: CandidateRow
  changes: FieldChange[]
}

/** What is really different, and not left out. The same number without its extension is the same number. */
function findChanges(before: CandidateRow, input: Partial<CandidateInput>, country: string): FieldChange[] {
  // A phone that was stored under older rules does not keep its person from being edited.
  const isSamePhone = input.phone !== undefined && input.phone === before.phone
  const contact = normaliseContact(isSamePhone ? { ...input, phone: undefined } : input, country)
  if (contact.phone && contact.phone === before.phone) contact.phoneExtension ??= before.phone_extension
  const tags = input.tags && distinctTags(input.tags)
  const wanted: Partial<Record<Field, unknown>> = { ...input, ...contact, tags }
  return (Object.keys(columns) as Field[]).flatMap((field) => {
    const change = { field, before: before[columns[field]], after: wanted[field] }
    const same = change.after === undefined || asLogged(change.before) === asLogged(change.after)
    return same ? [] : [change]
  })
}

/** Each application carries its person's name and search text, so that a million of them are sorted and searched. */
export async function copyToApplications(
  tx: Database,
  workspaceId: string,
  candidateIds: readonly string[],
): Promise<void> {
  const theirs = tx
    .selectFrom('applications')
    .where('workspace_id', '=', unseen(workspaceId))
    .where(sql<boolean>`candidate_id = any(${candidateIds}::uuid[])`)
  await theirs.select('id').orderBy('id').forNoKeyUpdate().execute()
  await sql`
    update applications as a set candidate_name = c.name, candidate_search = c.search_text
    from candidates c
    where a.workspace_id = ${unseen(workspaceId)} and a.candidate_id = any(${candidateIds}::uuid[])
      and c.workspace_id = a.workspace_id and c.id = a.candidate_id
  `.execute(tx)
}

async function logOnOpenApplications(
  tx: Database,
  { workspaceId, userId }: Author,
  candidateId: string,
  changes: readonly FieldChange[],
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
  await recordActivity(
    tx,
    open.flatMap((application) =>
      changes.map(({ field, before, after }) => ({
        workspaceId,
        applicationId: application.id,
        positionId: application.position_id,
        kind: 'edited' as const,
        userId,
        field,
        oldValue: asLogged(before),
        newValue: asLogged(after),
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
 * Changes the fields sent of a person and answers what they were before. Their applications keep the same name in
 * the same transaction, and those still open get a log of each change. Whether the author may see the person, and
 * the résumé, is the caller's to check.
 * @throws NOT_FOUND; CONFLICT when `version` is stale; VALIDATION for a phone or profile URL that cannot be read
 */
export async function updateCandidateFields(
  tx: Database,
  author: Author,
  id: string,
  input: Partial<CandidateInput>,
  version?: number,
): Promise<CandidateChange> {
  const before = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw notFound(t`Candidate`)
  if (version !== undefined && version !== before.version) throw staleVersion(before.version)
  const changes = findChanges(before, input, author.workspace.defaultCountry)
  if (changes.length === 0) return { before, changes }
  await tx
    .updateTable('candidates')
    .set(Object.fromEntries(changes.map(({ field, after }) => [columns[field], after])))
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', author.workspaceId)
    .where('id', '=', id)
    .execute()
  if (changes.some(({ field }) => field === 'name' || field === 'email' || field === 'phone'))
    await copyToApplications(tx, author.workspaceId, [id])
  await logOnOpenApplications(tx, author, id, changes)
  return { before, changes }
}
