import * as contract from '@muster/contract/application-counts.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { countRows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { allOf, applicationConditions, withFieldConditions } from './filter-applications.ts'
import type { ApplicationFilters } from './filter-by-report.ts'

/** The count of new applications reads at most this many, the latest first. */
const maxCounted = 5000

async function countNew(db: Database, actor: Actor, filters: ApplicationFilters, since: string) {
  const latest = selectVisible(db, actor)
    .where('applications.deleted_at', 'is', null)
    .where('applications.entered_status_at', '>', since)
    .selectAll('applications')
    .orderBy('applications.entered_status_at', 'desc')
    .orderBy('applications.id', 'desc')
    .limit(maxCounted)
  const { rows } = await sql<{ counted: number }>`
    select count(*)::int as counted from (
      select 1 from ${latest} as applications
      where ${allOf(applicationConditions(filters, actor))}
      limit ${contract.newCountCap + 1}
    ) as found
  `.execute(db)
  const counted = rows[0]?.counted ?? 0
  return { value: Math.min(counted, contract.newCountCap), atLeast: counted > contract.newCountCap }
}

export const countApplications = handler(
  contract.countApplications,
  async ({ tx, actor, query: { since, ...query } }) => {
    const filters = await withFieldConditions(tx, actor, query)
    const found = selectVisible(tx, actor).where(allOf(applicationConditions(filters, actor)))
    const [total, news] = await Promise.all([
      countRows(tx, found),
      since ? countNew(tx, actor, filters, since) : null,
    ])
    return { total, news }
  },
)
