import type { DispositionKind } from '@muster/contract/dispositions.ts'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { nothing } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import { memoize } from './memoize.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { type FactSum, sumFacts } from './sum-facts.ts'

/** A number of applications that ended in the same way. */
export interface Ending {
  disposition: DispositionKind
  /** Null: no reason given. */
  reasonId: string | null
  type: StatusType
  /** Empty unless endings are split by company. */
  companyId: string
  count: number
}

const endingsOf = memoize((rows: readonly FactSum[]): readonly Ending[] =>
  rows.map(({ key, label, detail, ref, n }) => ({
    disposition: label as DispositionKind,
    reasonId: ref === nothing ? null : ref,
    type: detail as StatusType,
    companyId: key,
    count: n,
  })),
)

/** Returns how applications ended in the period, of those that are still closed. */
export async function loadEndings(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  period: ReportPeriod,
  only: { by?: 'company'; disposition?: DispositionKind } = {},
): Promise<readonly Ending[]> {
  const { by, disposition } = only
  const rows = await sumFacts(db, actor, query, period, {
    figures: ['ended'],
    ...(by && { by }),
    ...(disposition && { label: disposition }),
    columns: ['key', 'label', 'detail', 'ref'],
  })
  return endingsOf(rows)
}

/** Returns the applications that companies declined, by company. */
export function loadDeclined(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  return loadEndings(db, actor, query, period, { by: 'company', disposition: 'declined_by_company' })
}

/** Compares by code points, null first, so that entries with equal counts have a fixed order. */
function compare(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : Number(one !== other)
}

/** Returns counts by key, the largest first. */
export function countBy<Key extends string | null>(
  endings: readonly Ending[],
  keyOf: (ending: Ending) => Key,
): [Key, number][] {
  const counts = new Map<Key, number>()
  for (const ending of endings) counts.set(keyOf(ending), (counts.get(keyOf(ending)) ?? 0) + ending.count)
  return [...counts].sort(([key, one], [otherKey, other]) => other - one || compare(key, otherKey))
}

/** Orders the rows of an export, the largest count first. */
export function mostFirst(one: Ending, other: Ending): number {
  return (
    other.count - one.count ||
    compare(one.disposition, other.disposition) ||
    compare(one.reasonId, other.reasonId) ||
    compare(one.type, other.type)
  )
}

export function countAll(endings: readonly Ending[]): number {
  return endings.reduce((sum, { count }) => sum + count, 0)
}

/** Returns counts by status type, in the order of types. */
export function byType(endings: readonly Ending[]) {
  return countBy(endings, ({ type }) => type)
    .map(([type, count]) => ({ type, count }))
    .sort((one, other) => statusTypeKeys.indexOf(one.type) - statusTypeKeys.indexOf(other.type))
}

/** Returns the names of reasons, hidden ones included. */
export async function reasonNames(db: Database, actor: Actor): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('reasons')
    .where('workspace_id', '=', actor.workspaceId)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the names of companies, deleted ones included. */
export async function companyNames(
  db: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('companies')
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
