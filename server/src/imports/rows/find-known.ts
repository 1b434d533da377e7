import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import type { ReadRow } from './read-rows.ts'

/** An application that an ID of the file means, with what an export says of it. */
export interface KnownApplication {
  id: string
  candidateId: string
  positionId: string
  positionName: string
  ownerName: string | null
  appliedAt: string
  isDeleted: boolean
}

/** The person that an ID of the file means; of one who was merged, the survivor. */
export interface KnownPerson {
  id: string
  isDeleted: boolean
}

export interface Known {
  applications: ReadonlyMap<string, KnownApplication>
  people: ReadonlyMap<string, KnownPerson>
}

function idsOf(rows: readonly ReadRow[], key: 'applicationId' | 'candidateId'): string[] {
  return [...new Set(rows.flatMap(({ said }) => said[key] ?? []))]
}

async function findPeople(db: Database, workspaceId: string, ids: string[]): Promise<Known['people']> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<KnownPerson & { of: string }>`
    with recursive led as (
      select id as of, id, deleted_at, merged_into from candidates
      where workspace_id = ${opaqueId(workspaceId)} and id = any(${ids}::uuid[])
      union all
      select led.of, c.id, c.deleted_at, c.merged_into from led
      join candidates c on c.workspace_id = ${opaqueId(workspaceId)} and c.id = led.merged_into
    )
    select of, id, deleted_at is not null as "isDeleted" from led where merged_into is null
  `.execute(db)
  return new Map(rows.map(({ of, ...person }) => [of, person]))
}

/** What the IDs mean that an export of this workspace wrote; those of others mean nothing. */
export async function findKnown(db: Database, workspaceId: string, rows: readonly ReadRow[]): Promise<Known> {
  const ids = idsOf(rows, 'applicationId')
  const { rows: found } =
    ids.length === 0
      ? { rows: [] }
      : await sql<KnownApplication>`
          select a.id, a.candidate_id as "candidateId", a.position_id as "positionId", p.name as "positionName",
            u.name as "ownerName", a.applied_at as "appliedAt",
            (a.deleted_at is not null or c.deleted_at is not null) as "isDeleted"
          from applications a
          join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
          join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
          left join users u on u.workspace_id = a.workspace_id and u.id = a.owner_id
          where a.workspace_id = ${opaqueId(workspaceId)} and a.id = any(${ids}::uuid[])
        `.execute(db)
  return {
    applications: new Map(found.map((one) => [one.id, one])),
    people: await findPeople(db, workspaceId, idsOf(rows, 'candidateId')),
  }
}
