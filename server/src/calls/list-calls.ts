import * as contract from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { allOf } from '../applications/filter-applications.ts'
import type { Database } from '../database/connect.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { type CallFilters, callConditions } from './filter-calls.ts'
import { presentCall, selectCalls } from './present-call.ts'

const byStart = { expression: sql`calls.started_at`, type: 'timestamptz' } as const

export const callOrders = {
  startedAt: { ...byStart, descending: false },
  '-startedAt': { ...byStart, descending: true },
} satisfies Record<string, SortColumn>

export function findCalls(tx: Database, actor: Actor, filters: CallFilters) {
  return selectCalls(tx, actor).where(allOf(callConditions(filters, actor)))
}

export const listCalls = handler(contract.listCalls, async ({ tx, actor, query }) => {
  const found = findCalls(tx, actor, query)
  const [page, total] = await Promise.all([
    fetchPage(found, 'calls.id', callOrders[query.sort], query),
    countRows(tx, found),
  ])
  return { items: page.rows.map((row) => presentCall(row, actor)), nextCursor: page.nextCursor, total }
})
