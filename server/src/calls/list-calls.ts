import * as contract from '@muster/contract/calls.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { sql } from 'kysely'
import { allOf } from '../applications/filter-applications.ts'
import { applicationFieldConditions, fieldConditions } from '../custom-fields/filter-values.ts'
import { assertSeesGroups } from '../custom-fields/group-by-field.ts'
import { applicationMatches, type ByFields } from '../custom-fields/search-values.ts'
import type { Database } from '../database/connect.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { type CallFilters, callConditions } from './filter-calls.ts'
import { presentCall, selectCalls } from './present-call.ts'

const byStart = { expression: sql`calls.started_at`, type: 'timestamptz' } as const

export const callOrders = {
  '-startedAt': { ...byStart, descending: true },
  startedAt: { ...byStart, descending: false },
} satisfies Record<string, SortColumn>

export function findCalls(
  tx: Database,
  actor: Actor,
  filters: CallFilters,
  { conditions, matches, ofApplication }: CallFields,
) {
  return selectCalls(tx, actor).where(
    allOf([...callConditions({ ...filters, matches, byFields: ofApplication }, actor), ...conditions]),
  )
}

interface CallFields extends ByFields {
  /** Of the filter `applicationField`. */
  ofApplication: ByFields['conditions']
}

/**
 * Reads what the definitions of custom fields are needed for. `q` searches the applications of calls.
 * @throws VALIDATION on `field` and `countedIn`
 */
export async function readCallFields(
  tx: Database,
  actor: Actor,
  { field, applicationField, countedIn, q }: CallFilters,
): Promise<CallFields> {
  await assertSeesGroups(tx, actor, countedIn)
  return {
    ofApplication: await applicationFieldConditions(tx, actor, applicationField),
    conditions: await fieldConditions(tx, actor, 'call', field),
    matches: q ? await applicationMatches(tx, actor, q) : undefined,
  }
}

/** Selects the calls the actor may know of: also those of deleted applications. */
function selectKnownCalls(tx: Database, actor: Actor) {
  const ofWorkspace = tx.selectFrom('calls').where('calls.workspace_id', '=', actor.workspaceId)
  if (!isStaff(actor.role)) return ofWorkspace.where(sql<boolean>`false`)
  if (seesAllApplications(actor)) return ofWorkspace
  return ofWorkspace.where(sql<boolean>`exists (
    select from applications
    where applications.workspace_id = calls.workspace_id and applications.id = calls.application_id
      and ${applicationScope(actor)}
  )`)
}

export const listCalls = handler(contract.listCalls, async ({ tx, actor, query }) => {
  const found = findCalls(tx, actor, query, await readCallFields(tx, actor, query))
  return fetchList(
    tx,
    {
      table: 'calls',
      rows: found,
      all: selectKnownCalls(tx, actor),
      deletedOf: seesAllApplications(actor) ? actor.workspaceId : null,
      orders: callOrders,
      counted: Boolean(query.field?.length),
      present: (rows) => rows.map((row) => presentCall(row, actor)),
    },
    query,
  )
})
