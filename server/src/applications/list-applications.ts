import type { ApplicationSort, applicationSorts } from '@muster/contract/application-filters.ts'
import * as contract from '@muster/contract/applications.ts'
import { maySortBy } from '@muster/contract/client-access.ts'
import { isFieldSort } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { fieldOrder } from '../custom-fields/sort-by-field.ts'
import type { Database } from '../database/connect.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { seesAllApplications } from '../policies/application-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { allOf, applicationConditions, withFieldConditions } from './filter-applications.ts'
import type { ApplicationFilters } from './filter-by-report.ts'
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

/**
 * Returns the sort column of a list of applications with these filters.
 * @throws FORBIDDEN for a sort that the actor's role may not use, VALIDATION on `sort` for a custom field that lists
 * cannot be sorted by
 */
export async function applicationOrder(
  db: Database,
  actor: Actor,
  sort: ApplicationSort,
  { open, deleted }: ApplicationFilters,
): Promise<SortColumn> {
  assertMaySort(actor, sort)
  return isFieldSort(sort) ? fieldOrder(db, actor, sort, open === true && !deleted) : orders[sort]
}

export const listApplications = handler(contract.listApplications, async ({ tx, actor, query }) => {
  const { sort } = query
  const isUpdate = sort === 'updatedAt' || sort === '-updatedAt'
  const order = isUpdate ? {} : { [sort]: await applicationOrder(tx, actor, sort, query) }
  const all = selectVisible(tx, actor)
  const filters = await withFieldConditions(tx, actor, query)
  return fetchList(
    tx,
    {
      table: 'applications',
      rows: all.where(allOf(applicationConditions(filters, actor))).select('applications.id'),
      all,
      deletedOf: seesAllApplications(actor) ? actor.workspaceId : null,
      orders: { ...orders, ...order },
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
