import { type RawBuilder, sql } from 'kysely'

/** A row due for erasure: since when, and what it belongs to. */
export interface Due {
  id: string
  name: string
  at: string
  candidate_id: string | null
  application_id: string | null
}

export type DueRule = 'candidates' | 'files' | 'calls'

type FindDue = (workspaceId: string, months: number) => RawBuilder<Due>

const ago = (months: number) => sql`now() - make_interval(months => ${months}::int)`

/**
 * Candidates by their last closed application, found along the index of closed ones. Candidates with an open
 * application and hired ones are kept.
 */
const candidates: FindDue = (workspaceId, months) => sql<Due>`
  select c.id, c.name, a.closed_at as at, c.id as candidate_id, a.id as application_id
  from applications a
  join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
  where a.workspace_id = ${workspaceId} and a.deleted_at is null and a.closed_at < ${ago(months)}
    and a.disposition <> 'hired' and c.erased_at is null and c.merged_into is null
    and not exists (
      select from applications o
      where o.workspace_id = a.workspace_id and o.candidate_id = a.candidate_id and o.id <> a.id
        and o.deleted_at is null
        and (o.closed_at is null or o.disposition = 'hired' or (o.closed_at, o.id) > (a.closed_at, a.id))
    )
`

/** Files attached to such applications only. */
const files: FindDue = (workspaceId, months) => sql<Due>`
  select f.id, f.name, max(d.closed_at) as at,
    (array_agg(d.candidate_id))[1] as candidate_id, (array_agg(d.application_id))[1] as application_id
  from (
    select a.id as application_id, a.candidate_id, a.closed_at, hung.file_id
    from applications a
    join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
    cross join lateral (
      select a.resume_file_id as file_id
      union select c.resume_file_id
      union select l.file_id from activity_logs l
        where l.workspace_id = a.workspace_id and l.application_id = a.id and l.file_id is not null
      union select x.file_id from custom_field_files x
        where x.workspace_id = a.workspace_id and x.row_id in (a.id, c.id)
    ) hung
    where a.workspace_id = ${workspaceId} and a.deleted_at is null and a.closed_at < ${ago(months)}
      and a.disposition <> 'hired' and hung.file_id is not null
  ) d
  join files f on f.workspace_id = ${workspaceId} and f.id = d.file_id
  where not exists (
    select from applications o
    join candidates p on p.workspace_id = o.workspace_id and p.id = o.candidate_id
    where o.workspace_id = ${workspaceId} and o.deleted_at is null
      and (o.closed_at is null or o.closed_at >= ${ago(months)} or o.disposition = 'hired')
      and (
        o.resume_file_id = f.id
        or (o.candidate_id = d.candidate_id and p.resume_file_id = f.id)
        or o.id in (
          select l.application_id from activity_logs l where l.workspace_id = ${workspaceId} and l.file_id = f.id
        )
        or exists (
          select from custom_field_files x
          where x.workspace_id = ${workspaceId} and x.file_id = f.id and x.row_id in (o.id, o.candidate_id)
        )
      )
  )
  -- A contract of a company stays, also if somebody attached it to a candidate.
  and not exists (
    select from custom_field_files x
    join custom_fields k on k.workspace_id = x.workspace_id and k.id = x.field_id
    where x.workspace_id = ${workspaceId} and x.file_id = f.id and k.subject in ('position', 'company')
  )
  group by f.id, f.name
`

const calls: FindDue = (workspaceId, months) => sql<Due>`
  select k.id, coalesce(c.name, k.to_number, '') as name, k.started_at as at, k.candidate_id, k.application_id
  from calls k
  left join candidates c on c.workspace_id = k.workspace_id and c.id = k.candidate_id
  where k.workspace_id = ${workspaceId} and k.started_at < ${ago(months)} and k.erased_at is null
`

/** The rows due under each rule, unordered and unlimited. */
export const due: Record<DueRule, FindDue> = { candidates, files, calls }
