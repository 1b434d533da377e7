import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { announce } from '../../live/announce.ts'
import type { Created, CreatedRecord } from '../create/created-records.ts'

interface Undone {
  workspaceId: string
  created: unknown
  /** Applications that the undo deletes but has not deleted yet. */
  removedApplications?: readonly string[]
}

interface Use {
  id: string
}

/**
 * Returns the records that an import created and that are neither used nor edited since, not counting the import's own
 * applications.
 */
async function findUnused(db: Database, { workspaceId, created, removedApplications = [] }: Undone) {
  const { records } = created as Created
  const idsOf = (kind: CreatedRecord['kind']) =>
    records.filter((one) => one.kind === kind).map(({ id }) => id)
  const isLive = sql`a.workspace_id = ${workspaceId} and a.deleted_at is null
    and a.id <> all(${[...removedApplications]}::uuid[])`
  const positions = await sql<Use>`
    select p.id from positions p
    where p.workspace_id = ${workspaceId} and p.id = any(${idsOf('position')}::uuid[])
      and p.deleted_at is null and p.version = 1
      and not exists (select from applications a where ${isLive} and a.position_id = p.id)
      and not exists (select from agent_positions g where g.workspace_id = p.workspace_id and g.position_id = p.id)
      and not exists (
        select from statuses s where s.workspace_id = p.workspace_id and s.position_id = p.id
          and (s.version > 1 or s.deleted_at is not null)
      )
  `.execute(db)
  const positionIds = positions.rows.map(({ id }) => id)
  const statuses = await sql<Use>`
    select s.id from statuses s
    where s.workspace_id = ${workspaceId} and s.id = any(${idsOf('status')}::uuid[])
      and s.deleted_at is null and s.version = 1
      and (s.position_id = any(${positionIds}::uuid[]) or not exists (
        select from positions p where p.workspace_id = s.workspace_id and p.id = s.position_id
          and p.id = any(${idsOf('position')}::uuid[])
      ))
      and not exists (select from applications a where ${isLive} and a.status_id = s.id)
  `.execute(db)
  const companies = await sql<Use>`
    select c.id from companies c
    where c.workspace_id = ${workspaceId} and c.id = any(${idsOf('company')}::uuid[])
      and c.deleted_at is null and c.version = 1
      and not exists (
        select from positions p where p.workspace_id = c.workspace_id and p.company_id = c.id
          and p.deleted_at is null and p.id <> all(${positionIds}::uuid[])
      )
      and not exists (select from users u where u.workspace_id = c.workspace_id and u.company_id = c.id)
      and not exists (select from invitations i where i.workspace_id = c.workspace_id and i.company_id = c.id)
  `.execute(db)
  const companyIds = companies.rows.map(({ id }) => id)
  const statusIds = statuses.rows.map(({ id }) => id)
  return { positionIds, statusIds, companyIds, all: new Set([...positionIds, ...statusIds, ...companyIds]) }
}

/** Returns the records that an import created, with whether an undo would remove them. */
export async function forecastRecords(db: Database, undone: Undone): Promise<CreatedRecord[]> {
  if (!undone.created) return []
  const { all } = await findUnused(db, undone)
  return (undone.created as Created).records.map((record) => ({ ...record, removed: all.has(record.id) }))
}

/** Deletes the records that an import created and nobody has used since. Returns the import's records with the result. */
export async function removeRecords(
  tx: Database,
  undone: Undone & { userId: string },
): Promise<Created | null> {
  if (!undone.created) return null
  const { workspaceId, userId } = undone
  const { positionIds, statusIds, companyIds, all } = await findUnused(tx, undone)
  const idsOf = { positions: positionIds, companies: companyIds } as const
  for (const table of ['positions', 'companies'] as const)
    if (idsOf[table].length > 0)
      await tx
        .updateTable(table)
        .set({ deleted_at: sql`now()`, version: sql`version + 1` })
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', idsOf[table])
        .execute()
  const extended = await tx
    .updateTable('statuses')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${statusIds}::uuid[]) and position_id <> all(${positionIds}::uuid[])`)
    .returning('position_id')
    .execute()
  const changed = [...new Set([...positionIds, ...extended.map(({ position_id }) => position_id)])]
  if (changed.length > 0)
    await announce(tx, workspaceId, { kind: 'positions-changed', positionIds: changed, actorId: userId })
  const created = undone.created as Created
  return { ...created, records: created.records.map((one) => ({ ...one, removed: all.has(one.id) })) }
}
