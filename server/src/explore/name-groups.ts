import { dispositions } from '@muster/contract/dispositions.ts'
import type { Grouping } from '@muster/contract/measures.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { translate } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

const tables = {
  owner: 'users',
  position: 'positions',
  company: 'companies',
  pipeline: 'pipelines',
  agent: 'agents',
  reason: 'reasons',
} as const satisfies Partial<Record<Grouping, string>>

/** Returns the names of the groups of a grouping by key, those of deleted rows included. */
export async function nameGroups(
  db: Database,
  actor: Actor,
  grouping: Grouping,
  keys: readonly string[],
): Promise<(key: string) => string | null> {
  if (grouping === 'statusType')
    return (key) => (key in statusTypes ? translate(statusTypes[key as keyof typeof statusTypes].label) : key)
  if (grouping === 'disposition')
    return (key) =>
      key in dispositions ? translate(dispositions[key as keyof typeof dispositions].label) : key
  if (grouping === 'source' || grouping === 'tag') return (key) => key
  if (!(grouping in tables)) return () => null
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(tables[grouping as keyof typeof tables])}
    where workspace_id = ${actor.workspaceId} and id = any(${keys}::uuid[])
  `.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (key) => names.get(key) ?? null
}
