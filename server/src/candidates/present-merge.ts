import type { candidateMerge } from '@muster/contract/candidate-merges.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

export type UnrestoredValue = z.input<typeof candidateMerge>['kept'][number]

interface Row {
  id: string
  survivor_id: string
  survivor_name: string
  merged_id: string
  merged_name: string
  merged_at: string
  merged_by: string
  merged_by_name: string
  unmerged_at: string | null
  unmerged_by: string | null
  unmerged_by_name: string | null
  kept: UnrestoredValue[] | null
  /** The merge that must be undone before this one. */
  later: { merged: string; survivor: string } | null
}

const contactFields = ['email', 'phone']

function present(row: Row, actor: Actor): z.input<typeof candidateMerge> {
  const contacts = maySeeContacts(actor)
  const later = row.later
  const whyNot = row.unmerged_at
    ? t`This merge has already been undone`
    : later
      ? t`${later.merged} was later merged into ${later.survivor}. Undo that merge first.`
      : !actor.permissions.has('candidates:write')
        ? t`You do not have permission to edit candidates`
        : null
  return {
    id: row.id,
    survivor: { id: row.survivor_id, name: row.survivor_name },
    merged: { id: row.merged_id, name: row.merged_name },
    at: row.merged_at,
    by: { id: row.merged_by, name: row.merged_by_name },
    undone: row.unmerged_at
      ? { at: row.unmerged_at, by: { id: row.unmerged_by!, name: row.unmerged_by_name ?? '' } }
      : null,
    // The choices, which include tags and notes, are for staff.
    kept: (isStaff(actor.role) ? (row.kept ?? []) : []).map((one) =>
      contacts || !contactFields.includes(one.key) ? one : { ...one, value: null },
    ),
    can: { undo: whyNot === null },
    whyNot,
  }
}

/** Returns the merges of a candidate, newest first. The caller checks that the actor may see the candidate. */
export async function loadMergesOf(
  db: Database,
  actor: Actor,
  candidateId: string,
): Promise<z.input<typeof candidateMerge>[]> {
  const { workspaceId } = actor
  const { rows } = await sql<Row>`
    with recursive behind as (
      select ${candidateId}::uuid as id
      union
      select c.id from candidates c join behind on c.workspace_id = ${workspaceId} and c.merged_into = behind.id
    )
    select m.id, m.survivor_id, s.name as survivor_name, m.merged_id, f.name as merged_name, m.merged_at, m.merged_by,
      coalesce(by.name, '') as merged_by_name, m.unmerged_at, m.unmerged_by, un.name as unmerged_by_name, m.kept,
      (
        select json_build_object('merged', lf.name, 'survivor', ls.name)
        from candidate_merges later
        join candidates lf on lf.workspace_id = later.workspace_id and lf.id = later.merged_id
        join candidates ls on ls.workspace_id = later.workspace_id and ls.id = later.survivor_id
        where later.workspace_id = m.workspace_id and later.unmerged_at is null and (
          later.merged_id = m.survivor_id
          or (later.survivor_id = m.survivor_id and later.survivor_version > m.survivor_version)
        )
        order by later.merged_id = m.survivor_id desc, later.survivor_version desc
        limit 1
      ) as later
    from candidate_merges m
    join candidates s on s.workspace_id = m.workspace_id and s.id = m.survivor_id
    join candidates f on f.workspace_id = m.workspace_id and f.id = m.merged_id
    left join users by on by.workspace_id = m.workspace_id and by.id = m.merged_by
    left join users un on un.workspace_id = m.workspace_id and un.id = m.unmerged_by
    where m.workspace_id = ${workspaceId} and m.survivor_id in (select id from behind)
    order by m.merged_at desc, m.id desc
    limit 100
  `.execute(db)
  return rows.map((row) => present(row, actor))
}
