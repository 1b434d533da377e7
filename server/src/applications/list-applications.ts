import type { applicationSorts } from '@muster/contract/application-filters.ts'
import * as contract from '@muster/contract/applications.ts'
import { maySortBy } from '@muster/contract/client-access.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { seesAllApplications } from '../policies/application-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { allOf, applicationConditions, withFieldConditions } from './filter-applications.ts'
import { presentApplications } from './present-application.ts'

const at = (column: string) => ({
  expression: sql.ref(`applications.${column}`),
  type: 'timestamptz' as const,
})
const byName = { expression: sql`lower(applications.candidate_name)`, type: 'text' as const }
/** Sorts rows without a date last. */
const orNever = (column: string) => ({
  expression: sql`coalesce(${sql.ref(`applications.${column}`)}, 'infinity')`,
  type: 'timestamptz' as const,
})

/** The sort orders of the list. Each has an index. */
const orders: Record<(typeof applicationSorts)[number], SortColumn> = {
  '-lastActivityAt': { ...at('last_activity_at'), descending: true },
  lastActivityAt: { ...at('last_activity_at'), descending: false },
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

/** @throws FORBIDDEN for a sort that the actor's role may not use */
function assertMaySort(actor: Actor, sort: string): void {
  if (!maySortBy(actor.role, sort)) throw forbidden(t`Your role cannot sort by: ${sort}`)
}

/** @throws FORBIDDEN for a sort that the actor's role may not use */
export function applicationOrder(actor: Actor, sort: (typeof applicationSorts)[number]): SortColumn {
  assertMaySort(actor, sort)
  return orders[sort]
}

export const listApplications = handler(contract.listApplications, async ({ tx, actor, query }) => {
  if (query.sort in orders) assertMaySort(actor, query.sort)
  const all = selectVisible(tx, actor)
  const filters = await withFieldConditions(tx, actor, query)
  return fetchList(
    tx,
    {
      table: 'applications',
      rows: all.where(allOf(applicationConditions(filters, actor))).select('applications.id'),
      all,
      deletedOf: seesAllApplications(actor) ? actor.workspaceId : null,
      orders,
      searched: true,
      counted: Boolean(query.field?.length),
      present: (rows) =>
        presentApplications(
          tx,
          actor,
          rows.map(({ id }) => id),
        ),
    },
    query,
  )
})
