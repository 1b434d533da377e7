import type { applicationSorts } from '@muster/contract/application-filters.ts'
import * as contract from '@muster/contract/applications.ts'
import { maySortBy } from '@muster/contract/client-access.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { fetchSearchedPage, type SortColumn } from '../database/keyset.ts'
import { forbidden } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { allOf, applicationConditions } from './filter-applications.ts'
import { presentApplications, selectVisible } from './present-application.ts'

const at = (column: string) => ({
  expression: sql.ref(`applications.${column}`),
  type: 'timestamptz' as const,
})
const byName = { expression: sql`lower(applications.candidate_name)`, type: 'text' as const }
/** Rows without a date come last. */
const orNever = (column: string) => ({
  expression: sql`coalesce(${sql.ref(`applications.${column}`)}, 'infinity')`,
  type: 'timestamptz' as const,
})

/** The orders of the list, each with an index behind it. */
const orders: Record<(typeof applicationSorts)[number], SortColumn> = {
  lastActivityAt: { ...at('last_activity_at'), descending: false },
  '-lastActivityAt': { ...at('last_activity_at'), descending: true },
  createdAt: { ...at('created_at'), descending: false },
  '-createdAt': { ...at('created_at'), descending: true },
  appliedAt: { ...at('applied_at'), descending: false },
  '-appliedAt': { ...at('applied_at'), descending: true },
  enteredStatusAt: { ...at('entered_status_at'), descending: false },
  '-enteredStatusAt': { ...at('entered_status_at'), descending: true },
  candidate: { ...byName, descending: false },
  '-candidate': { ...byName, descending: true },
  dueAt: { ...orNever('due_at'), descending: false },
  callbackAt: { ...orNever('callback_at'), descending: false },
}

/** @throws FORBIDDEN for an order that is not for the actor's role */
export function applicationOrder(actor: Actor, sort: (typeof applicationSorts)[number]): SortColumn {
  if (!maySortBy(actor.role, sort)) throw forbidden(t`Your role may not sort by this: ${sort}`)
  return orders[sort]
}

export const listApplications = handler(contract.listApplications, async ({ tx, actor, query }) => {
  const found = selectVisible(tx, actor)
    .where(allOf(applicationConditions(query, actor)))
    .select('applications.id')
  const page = await fetchSearchedPage(
    tx,
    found,
    'applications.id',
    applicationOrder(actor, query.sort),
    query,
  )
  const ids = page.rows.map((row) => row.id)
  const items = await presentApplications(tx, actor, ids)
  return { items, nextCursor: page.nextCursor, total: page.total }
})
