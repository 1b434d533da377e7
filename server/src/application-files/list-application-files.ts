import * as contract from '@muster/contract/application-files.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { applicationScope } from '../policies/application-policy.ts'
import { assertVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { presentFileRow } from '../uploads/present-file.ts'

type Role = ResponseOf<typeof contract.listApplicationFiles>['items'][number]['role']

interface Found {
  entry_id: string | null
  role: Role
  application_id: string | null
  position_name: string | null
  added_at: string
  added_by: string | null
  added_by_name: string | null
  id: string
  name: string
  content_type: string
  size: number
  created_at: string
}

const maxShown = 200

/** Returns each file once with its most significant role: the current résumé before a replaced one. */
async function findFiles(db: Database, actor: Actor, id: string, candidateId: string): Promise<Found[]> {
  const { workspaceId } = actor
  const { rows } = await sql<Found>`
    with candidate_applications as (
      select applications.id, applications.position_id, applications.resume_file_id
      from applications
      where applications.workspace_id = ${workspaceId} and applications.candidate_id = ${candidateId}
        and applications.deleted_at is null and ${applicationScope(actor)}
    ),
    entries as (
      select l.id, l.application_id, l.file_id, l.field, l.at, l.user_id
      from activity_logs l
      where l.workspace_id = ${workspaceId} and l.application_id in (select id from candidate_applications)
        and l.kind = 'file' and l.file_id is not null and l.deleted_at is null
      order by l.at desc
      limit ${maxShown}
    ),
    held as (
      select resume_file_id as file_id, 0 as weight, 'resume' as role, id as application_id
      from candidate_applications where id = ${id} and resume_file_id is not null
      union all
      select resume_file_id, 1, 'person_resume', null
      from candidates where workspace_id = ${workspaceId} and id = ${candidateId} and resume_file_id is not null
      union all
      select file_id, 2, 'attachment', application_id from entries where field is distinct from 'resumeFileId'
      union all
      select resume_file_id, 3, 'resume', id from candidate_applications where id <> ${id} and resume_file_id is not null
      union all
      select file_id, 4, 'earlier_resume', application_id from entries where field = 'resumeFileId'
    ),
    once as (select distinct on (file_id) * from held order by file_id, weight)
    select f.id, f.name, f.content_type, f.size, f.created_at, once.role, once.application_id,
      p.name as position_name, e.id as entry_id, coalesce(e.at, f.created_at) as added_at,
      u.id as added_by, u.name as added_by_name
    from once
    join files f on f.workspace_id = ${workspaceId} and f.id = once.file_id
    left join lateral (
      select id, at, user_id from entries
      where entries.file_id = once.file_id and entries.application_id = once.application_id
      order by at desc limit 1
    ) e on true
    left join users u on u.workspace_id = ${workspaceId} and u.id = coalesce(e.user_id, f.created_by)
    left join candidate_applications on candidate_applications.id = once.application_id
    left join positions p on p.workspace_id = ${workspaceId} and p.id = candidate_applications.position_id
    order by once.weight, added_at desc, f.id
  `.execute(db)
  return rows
}

export const listApplicationFiles = handler(contract.listApplicationFiles, async ({ tx, actor, params }) => {
  const { candidate_id: candidateId } = await assertVisible(tx, actor, params.id, {
    deleted: actor.permissions.has('applications:delete'),
  })
  const found = await findFiles(tx, actor, params.id, candidateId)
  const mayWrite = actor.permissions.has('applications:write')
  return {
    items: found.map((row) => ({
      id: row.entry_id,
      file: presentFileRow(row),
      role: row.role,
      application:
        row.application_id && row.position_name !== null
          ? { id: row.application_id, positionName: row.position_name }
          : null,
      addedAt: row.added_at,
      addedBy: row.added_by ? { id: row.added_by, name: row.added_by_name ?? '' } : null,
      can: {
        remove:
          mayWrite && row.application_id === params.id && (row.role === 'resume' || row.entry_id !== null),
      },
    })),
  }
})
