import type { DispositionKind } from '@muster/contract/dispositions.ts'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { nothing } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { type FactSum, sumFacts } from './sum-facts.ts'
import { workOutOnce } from './work-out-once.ts'

/** Applications that ended alike. */
export interface Ending {
  disposition: DispositionKind
  /** Null: none given. */
  reasonId: string | null
  type: StatusType
  /** Empty where they are not told apart by it. */
  companyId: string
  count: number
}

const endingsOf = workOutOnce((rows: readonly FactSum[]): readonly Ending[] =>
  rows.map(({ key, label, detail, ref, n }) => ({
    disposition: label as DispositionKind,
    reasonId: ref === nothing ? null : ref,
    type: detail as StatusType,
    companyId: key,
    count: n,
  })),
)

/** How the applications ended that are closed since a moment in the period; all of them, or of one disposition. */
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

/** What the companies declined, by company. */
export function loadDeclined(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  return loadEndings(db, actor, query, period, { by: 'company', disposition: 'declined_by_company' })
}

/** Text by its code points, nothing first: one order for what there is as much of, however it was counted. */
function compare(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : Number(one !== other)
}

/** Added up by something, most first. */
export function countBy<Key extends string | null>(
  endings: readonly Ending[],
  keyOf: (ending: Ending) => Key,
): [Key, number][] {
  const counts = new Map<Key, number>()
  for (const ending of endings) counts.set(keyOf(ending), (counts.get(keyOf(ending)) ?? 0) + ending.count)
  return [...counts].sort(([key, one], [otherKey, other]) => other - one || compare(key, otherKey))
}

/** For files: most first. */
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

/** By the type they were in, in the order of types. */
export function byType(endings: readonly Ending[]) {
  return countBy(endings, ({ type }) => type)
    .map(([type, count]) => ({ type, count }))
    .sort((one, other) => statusTypeKeys.indexOf(one.type) - statusTypeKeys.indexOf(other.type))
}

/** The names of reasons, hidden ones too. */
export async function reasonNames(db: Database, actor: Actor): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('reasons')
    .where('workspace_id', '=', actor.workspaceId)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of companies, deleted ones too. */
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
