import type { KeptCode } from '@muster/contract/import-undo.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import { fromColumn } from '../custom/custom-values.ts'
import type { ApplicationFields, PersonFields } from '../rows/person.ts'
import { personFields } from '../rows/person-fields.ts'
import type { CarriedOutRow, Replaced, StoredApplication, StoredPerson, UndoUnit } from './undo-unit.ts'

export interface ImportKey {
  id: string
  workspaceId: string
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Returns the next people whom the import created or changed, by ID. */
async function nextPeople(
  db: Database,
  { id, workspaceId }: ImportKey,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('import_rows')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where('import_id', '=', opaqueId(id))
    .where('result', 'in', ['created', 'updated'])
    .where('candidate_id', '>', after ?? nobody)
    .distinct()
    .orderBy('candidate_id')
    .limit(limit)
    .select('candidate_id')
    .execute()
  return rows.map((row) => row.candidate_id!)
}

async function loadRows(db: Database, { id, workspaceId }: ImportKey, candidateIds: readonly string[]) {
  const rows = await db
    .selectFrom('import_rows')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where('import_id', '=', opaqueId(id))
    .where('result', 'in', ['created', 'updated'])
    .where(sql<boolean>`candidate_id = any(${candidateIds}::uuid[])`)
    .orderBy('row_number')
    .select([
      'row_number',
      'result',
      'candidate_id',
      'candidate_is_new',
      'application_id',
      'before',
      'written_at',
    ])
    .execute()
  const byPerson = new Map<string, CarriedOutRow[]>()
  for (const row of rows) {
    const before = row.before as {
      person: Replaced<PersonFields> | null
      application: Replaced<ApplicationFields> | null
    } | null
    const theirs = byPerson.get(row.candidate_id!) ?? []
    theirs.push({
      number: row.row_number,
      personIsNew: row.candidate_is_new,
      applicationId: row.application_id,
      applicationIsNew: row.result === 'created' && row.application_id !== null,
      personBefore: before?.person ?? null,
      applicationBefore: before?.application ?? null,
      writtenAt: row.written_at,
    })
    byPerson.set(row.candidate_id!, theirs)
  }
  return byPerson
}

async function loadPeople(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
  lock: boolean,
): Promise<Map<string, StoredPerson>> {
  const rows = await db
    .selectFrom('candidates')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .select(['id', 'version', 'deleted_at', 'name', 'email', 'phone', 'phone_extension', 'profile_url'])
    .select([
      'external_id',
      'location',
      'current_company',
      'current_title',
      'notes',
      'do_not_call',
      'consent',
      'custom_fields',
    ])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        version: row.version,
        isDeleted: row.deleted_at !== null,
        fields: personFields(row),
      },
    ]),
  )
}

async function loadApplications(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
  lock: boolean,
): Promise<Map<string, StoredApplication>> {
  const rows = await db
    .selectFrom('applications')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .select(['id', 'candidate_id', 'position_id', 'version', 'deleted_at'])
    .select(['owner_id', 'source', 'tags', 'applied_at', 'custom_fields'])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        candidateId: row.candidate_id,
        positionId: row.position_id,
        version: row.version,
        isDeleted: row.deleted_at !== null,
        fields: {
          ownerId: row.owner_id,
          source: row.source,
          tags: row.tags,
          appliedAt: row.applied_at,
          ...fromColumn('field', row.custom_fields),
        },
      },
    ]),
  )
}

const workByKind: Record<string, KeptCode> = {
  moved: 'moved',
  disposition: 'moved',
  reopened: 'moved',
  call: 'called',
  comment: 'commented',
}
const weight: readonly KeptCode[] = ['moved', 'called', 'commented', 'edited']

/**
 * Returns the history entries of applications that are not this import's. Entries of another undone import, deleted
 * comments and the assignment to somebody whom this import's mapping invited do not count.
 */
async function loadWork(
  db: Database,
  key: ImportKey,
  rows: readonly CarriedOutRow[],
): Promise<Map<string, KeptCode>> {
  const writtenAt = [...new Set(rows.map((row) => row.writtenAt))]
  const sinceOf = new Map<string, string | null>()
  for (const row of rows)
    if (row.applicationId === null) continue
    else if (row.applicationIsNew) sinceOf.set(row.applicationId, '-infinity')
    else if (!sinceOf.has(row.applicationId)) sinceOf.set(row.applicationId, row.writtenAt)
  const { rows: found } = await sql<{ application_id: string; kind: string }>`
    select distinct l.application_id, l.kind
    from unnest(${[...sinceOf.keys()]}::uuid[], ${[...sinceOf.values()]}::timestamptz[]) as given (id, since)
    join activity_logs l on l.workspace_id = ${opaqueId(key.workspaceId)} and l.application_id = given.id
    where l.at >= coalesce(given.since, (
        select started_at from imports where workspace_id = ${key.workspaceId} and id = ${key.id}
      ))
      and (l.cause = 'import' and (
        ${writtenAt.includes(null)} or l.at = any(${writtenAt.filter((at) => at !== null)}::timestamptz[])
        or l.kind in ('imported', 'disposition', 'reverted') or l.reverted_at is not null
        or l.batch_id = ${opaqueId(key.id)}
      )) is not true
      and not (l.kind = 'comment' and l.deleted_at is not null)
  `.execute(db)
  const work = new Map<string, KeptCode>()
  for (const { application_id: id, kind } of found) {
    const code = workByKind[kind] ?? 'edited'
    const known = work.get(id)
    if (!known || weight.indexOf(code) < weight.indexOf(known)) work.set(id, code)
  }
  return work
}

async function findIds(
  statement: ReturnType<typeof sql<{ id: string }>>,
  db: Database,
): Promise<Set<string>> {
  const { rows } = await statement.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the version whose values each restored version has, by "id version". */
async function loadRestored(db: Database, workspaceId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('import_restored')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`subject_id = any(${ids}::uuid[])`)
    .select(['subject_id', 'version', 'same_as'])
    .execute()
  const sameAs = new Map(rows.map((row) => [`${row.subject_id} ${row.version}`, row.same_as]))
  return (id: string, now: number, left: number) => {
    let version: number | undefined = now
    while (version !== undefined && version > left) version = sameAs.get(`${id} ${version}`)
    return version === left
  }
}

/**
 * Returns the next people of an import with everything that `decideUndo` needs, by ID. `lock` locks them and their
 * applications until the transaction ends.
 */
export async function loadUnits(
  db: Database,
  key: ImportKey,
  { after, size, lock }: { after: string | null; size: number; lock: boolean },
): Promise<UndoUnit[]> {
  const { workspaceId } = key
  const ids = await nextPeople(db, key, after, size)
  if (ids.length === 0) return []
  const people = await loadPeople(db, workspaceId, ids, lock)
  const rows = await loadRows(db, key, ids)
  const all = [...rows.values()].flat()
  const applicationIds = [...new Set(all.flatMap((row) => row.applicationId ?? []))]
  const applications = await loadApplications(db, workspaceId, applicationIds, lock)
  const work = await loadWork(db, key, all)
  const newIds = [...new Set(all.flatMap((row) => (row.applicationIsNew ? (row.applicationId ?? []) : [])))]
  const inUse = await findIds(
    sql`
      select distinct candidate_id as id from applications
      where workspace_id = ${opaqueId(workspaceId)} and candidate_id = any(${ids}::uuid[])
        and deleted_at is null and not id = any(${newIds}::uuid[])`,
    db,
  )
  const called = await findIds(
    sql`
      select distinct candidate_id as id from calls
      where workspace_id = ${opaqueId(workspaceId)} and candidate_id = any(${ids}::uuid[])
        and application_id is null`,
    db,
  )
  const isAsLeft = await loadRestored(db, workspaceId, [...ids, ...applicationIds])
  return ids.map((candidateId) => ({
    candidateId,
    rows: rows.get(candidateId)!,
    person: people.get(candidateId) ?? null,
    applications,
    work,
    hasOtherApplication: inUse.has(candidateId),
    wasCalled: called.has(candidateId),
    isAsLeft,
  }))
}
