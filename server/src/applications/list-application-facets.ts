import * as contract from '@muster/contract/application-counts.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { seesAllApplications } from '../policies/application-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

const maxValues = 200
const maxRead = 5000

/** Reads each distinct source with one index step instead of scanning every application. */
async function allSources(db: Database, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    with recursive distinct_sources as (
      (select source from applications
        where workspace_id = ${workspaceId} and deleted_at is null and source is not null
        order by source limit 1)
      union all
      select (select a.source from applications a
        where a.workspace_id = ${workspaceId} and a.deleted_at is null and a.source > d.source
        order by a.source limit 1)
      from distinct_sources d where d.source is not null
    )
    select source from distinct_sources where source is not null limit ${maxValues}
  `.execute(db)
  return rows.map((row) => row.source)
}

/** Reads values from the latest applications the actor may see. They must not learn values that only others use. */
async function recentValues(db: Database, actor: Actor, value: 'tag' | 'source'): Promise<string[]> {
  const recent = selectVisible(db, actor)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.last_activity_at', 'desc')
    .limit(maxRead)
    .select(['applications.tags', 'applications.source'])
  const { rows } = await sql<{ value: string }>`
    select distinct value from (
      select ${value === 'tag' ? sql`unnest(tags)` : sql`source`} as value from ${recent} as recent
    ) as seen
    where value is not null order by value limit ${maxValues}
  `.execute(db)
  return rows.map((row) => row.value)
}

export const listApplicationFacets = handler(contract.listApplicationFacets, async ({ tx, actor }) => {
  if (!isStaff(actor.role)) return { sources: [], tags: [] }
  const [sources, tags] = await Promise.all([
    seesAllApplications(actor) ? allSources(tx, actor.workspaceId) : recentValues(tx, actor, 'source'),
    recentValues(tx, actor, 'tag'),
  ])
  return { sources, tags }
})
