import * as contract from '@muster/contract/applications.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'

const mostValues = 200

/** Each distinct source by one step along its index, not by reading every application. */
export const listApplicationFacets = handler(contract.listApplicationFacets, async ({ tx, actor }) => {
  const sources = await sql<{ source: string }>`
    with recursive distinct_sources as (
      (select source from applications
        where workspace_id = ${actor.workspaceId} and deleted_at is null and source is not null
        order by source limit 1)
      union all
      select (select a.source from applications a
        where a.workspace_id = ${actor.workspaceId} and a.deleted_at is null and a.source > d.source
        order by a.source limit 1)
      from distinct_sources d where d.source is not null
    )
    select source from distinct_sources where source is not null limit ${mostValues}
  `.execute(tx)
  const tags = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from (
      select tags from applications
      where workspace_id = ${actor.workspaceId} and deleted_at is null
      order by last_activity_at desc limit 5000
    ) as recent order by tag limit ${mostValues}
  `.execute(tx)
  return { sources: sources.rows.map((row) => row.source), tags: tags.rows.map((row) => row.tag) }
})
