import { sql } from 'kysely'
import { recordActivity } from '../activity-logs/record-activity.ts'
import type { Database } from '../database/connect.ts'
import { writeRestored } from '../imports/undo/write-restored.ts'
import { announce } from '../live/announce.ts'

/**
 * Assigns imported applications to the users who were invited from the mapping as their owners and have joined: those of
 * one invitation, or of one import, whose rows may have been written after the invitation was accepted. Applications that
 * have an owner by now, were deleted or erased, stay as they are. Clients own nothing. It is part of the import: its undo
 * does not take it for the work of somebody.
 */
export async function assignInvitedOwners(
  tx: Database,
  workspaceId: string,
  of: { invitationId: string } | { importId: string },
): Promise<void> {
  const { rows } = await sql<{
    id: string
    position_id: string
    owner_id: string
    version: number
    import_id: string
  }>`
    with invited as (
      select i.id as import_id, lower(trim(v.key)) as value, u.id as user_id
      from imports i
      cross join lateral jsonb_each_text(coalesce(i.settings -> 'invitedOwners', '{}')) v
      join invitations n on n.workspace_id = i.workspace_id and n.id::text = v.value
      join users u on u.workspace_id = n.workspace_id and u.id = n.accepted_by
      where i.workspace_id = ${workspaceId} and u.status = 'active' and u.company_id is null
        and ${'invitationId' in of ? sql`n.id = ${of.invitationId}` : sql`i.id = ${of.importId}`}
    ), named as (
      select distinct on (r.application_id) r.application_id, invited.user_id, invited.import_id
      from invited
      join import_rows r on r.workspace_id = ${workspaceId} and r.import_id = invited.import_id
        and r.lost is not null and r.application_id is not null
      cross join lateral jsonb_array_elements(r.lost) l
      where l ->> 'field' = 'owner' and lower(trim(r.cells ->> (l ->> 'index')::int)) = invited.value
      order by r.application_id, r.row_number
    ), free as (
      select a.id, named.user_id, named.import_id
      from named
      join applications a on a.workspace_id = ${workspaceId} and a.id = named.application_id
      where a.owner_id is null and a.deleted_at is null
      order by a.id
      for no key update of a
    )
    update applications a
    set owner_id = free.user_id, version = version + 1, updated_at = now(), last_activity_at = now()
    from free
    where a.workspace_id = ${workspaceId} and a.id = free.id
    returning a.id, a.position_id, a.owner_id, a.version, free.import_id
  `.execute(tx)
  if (rows.length === 0) return
  const before = rows.map(({ id, version }) => ({ id, version: version - 1 }))
  await writeRestored(
    tx,
    workspaceId,
    before.map((subject) => ({ subject, sameAs: subject.version })),
  )
  await recordActivity(
    tx,
    rows.map((row) => ({
      workspaceId,
      applicationId: row.id,
      positionId: row.position_id,
      kind: 'edited',
      field: 'ownerId',
      newValue: row.owner_id,
      cause: 'import',
      batchId: row.import_id,
    })),
  )
  await announce(tx, workspaceId, {
    kind: 'applications-changed',
    applicationIds: rows.map(({ id }) => id),
    positionIds: [...new Set(rows.map((row) => row.position_id))],
    actorId: null,
  })
}
