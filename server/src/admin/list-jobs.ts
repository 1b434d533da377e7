import * as contract from '@muster/contract/admin-jobs.ts'
import { sql } from 'kysely'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentJob, selectJobs, stateNames } from './job-rows.ts'

const newestFirst = { expression: sql`jobs.created_on`, type: 'timestamptz', descending: true } as const

export const listJobs = handler(contract.listJobs, async ({ tx, query }) => {
  let found = selectJobs(tx)
  if (query.id?.length) found = found.where('id', 'in', query.id)
  if (query.queue?.length) found = found.where('name', 'in', query.queue)
  if (query.state?.length)
    found = found.where(
      'state',
      'in',
      query.state.flatMap((state) => stateNames[state]),
    )
  if (query.q)
    found = found.where(sql<boolean>`position(lower(${query.q}) in lower(coalesce(error, ''))) > 0`)
  const { rows, nextCursor, total } = await fetchCountedPage(tx, found, 'jobs.id', newestFirst, query)
  return { items: rows.map(presentJob), nextCursor, total }
})
