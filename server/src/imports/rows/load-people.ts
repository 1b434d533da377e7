import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { findAllMergedBy, loadMergedContacts } from '../../candidates/merged-contacts.ts'
import type { Database } from '../../database/connect.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import { fromColumn } from '../custom/custom-values.ts'
import type { ImportOrder } from '../open-import.ts'
import { type MatchKey, matchKeys, type Person, type PersonApplication } from './person.ts'
import { personFields } from './person-fields.ts'
import type { ResolvedRow } from './resolved-row.ts'

const keyColumns: Record<MatchKey, string> = {
  externalId: 'external_id',
  email: 'email',
  phone: 'phone',
  profileUrl: 'profile_url',
}

/** Of those who share a number a row means the one whose name agrees: a household, not a switchboard. */
const mostSharing = 5

/** For each value of each key the people who came first, and who had it before a merge. */
async function findIds(db: Database, workspaceId: string, rows: readonly ResolvedRow[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const key of matchKeys) {
    const values = new Set(rows.map(({ candidate }) => candidate[key]).filter((value) => value !== null))
    if (values.size === 0) continue
    const column = sql.ref(`candidates.${keyColumns[key]}`)
    // Aggregated, not `order by id limit 1`, which tempts the planner to walk through everybody by id.
    const { rows: found } = await sql<{ ids: string[] | null }>`
      select (
        select (array_agg(candidates.id order by candidates.id))[1:${sql.lit(mostSharing)}] from candidates
        where candidates.workspace_id = ${opaqueId(workspaceId)} and ${column} = wanted.value
          and candidates.deleted_at is null
      ) as ids
      from unnest(${[...values]}::text[]) as wanted (value)
    `.execute(db)
    for (const one of found) for (const id of one.ids ?? []) ids.add(id)
    for (const { candidateId } of await findAllMergedBy(db, workspaceId, key, [...values]))
      ids.add(candidateId)
  }
  return [...ids].sort()
}

async function loadApplications(
  db: Database,
  order: ImportOrder,
  ids: readonly string[],
  positionIds: readonly string[],
): Promise<Map<string, PersonApplication[]>> {
  const rows = await db
    .selectFrom('applications')
    .where('workspace_id', '=', opaqueId(order.workspaceId))
    .where(sql<boolean>`candidate_id = any(${ids}::uuid[])`)
    .where(sql<boolean>`position_id = any(${positionIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', 'candidate_id', 'position_id', 'status_id', 'status_type', 'closed_at', 'version'])
    .select(['owner_id', 'source', 'tags', 'applied_at', 'import_id', 'import_row', 'custom_fields'])
    .execute()
  const applications = new Map<string, PersonApplication[]>()
  for (const row of rows) {
    const theirs = applications.get(row.candidate_id) ?? []
    theirs.push({
      id: row.id,
      positionId: row.position_id,
      row: row.import_id === order.id ? row.import_row : null,
      statusId: row.status_id,
      statusType: row.status_type as StatusType,
      closedAt: row.closed_at,
      version: row.version,
      fields: {
        ownerId: row.owner_id,
        source: row.source,
        tags: row.tags,
        appliedAt: row.applied_at,
        ...fromColumn('field', row.custom_fields),
      },
    })
    applications.set(row.candidate_id, theirs)
  }
  return applications
}

/** Which row of this import brought each person that an import brought. */
async function loadRows(
  db: Database,
  order: ImportOrder,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_rows')
    .where('workspace_id', '=', opaqueId(order.workspaceId))
    .where('import_id', '=', opaqueId(order.id))
    .where(sql<boolean>`candidate_id = any(${ids}::uuid[])`)
    .where('candidate_is_new', '=', true)
    .select(['candidate_id', 'row_number'])
    .execute()
  return new Map(rows.map((row) => [row.candidate_id!, row.row_number]))
}

/**
 * The people of the workspace whom the rows may mean, with their applications on the positions of the rows. With `lock`
 * nobody else changes them or gives them an application until the transaction ends.
 */
export async function loadPeople(
  db: Database,
  order: ImportOrder,
  rows: readonly ResolvedRow[],
  { lock }: { lock: boolean },
): Promise<Person[]> {
  const byContact =
    order.settings.policy === 'create_anyway' ? [] : await findIds(db, order.workspaceId, rows)
  const byId = rows.flatMap(({ known, corrects }) => [
    ...(corrects ? [corrects.candidateId] : []),
    ...(known && order.settings.policy !== 'create_anyway' ? [known.candidateId] : []),
  ])
  const ids = [...new Set([...byContact, ...byId])].sort()
  if (ids.length === 0) return []
  const named = rows.flatMap((row) => row.positionIds)
  const known = rows.flatMap((row) => row.known?.application?.positionId ?? [])
  const positionIds = [...new Set([...named, ...known])]
  const people = await db
    .selectFrom('candidates')
    .where('workspace_id', '=', opaqueId(order.workspaceId))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', 'version', 'name', 'email', 'phone', 'phone_extension', 'profile_url', 'external_id'])
    .select(['location', 'current_company', 'current_title', 'notes', 'do_not_call', 'consent'])
    .select('custom_fields')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  // After the lock: from here on they get no further applications.
  const applications = await loadApplications(db, order, ids, positionIds)
  const broughtBy = await loadRows(db, order, ids)
  const before = await loadMergedContacts(db, order.workspaceId, ids)
  return people.map((row) => ({
    id: row.id,
    row: broughtBy.get(row.id) ?? null,
    version: row.version,
    applications: applications.get(row.id) ?? [],
    ...(before.has(row.id) ? { before: before.get(row.id)! } : {}),
    fields: personFields(row),
  }))
}
