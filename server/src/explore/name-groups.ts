import { dispositions } from '@muster/contract/dispositions.ts'
import { type AnyGrouping, type Grouping, groupings, isFieldGrouping } from '@muster/contract/measures.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import type { Field } from '../custom-fields/field.ts'
import type { GroupingFields } from '../custom-fields/group-by-field.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

const tables = {
  owner: 'users',
  position: 'positions',
  company: 'companies',
  pipeline: 'pipelines',
  agent: 'agents',
  queue: 'call_queues',
  campaign: 'voice_campaigns',
  reason: 'reasons',
} as const satisfies Partial<Record<Grouping, string>>

/** Returns the name of a grouping: a custom field's is its label. */
export function nameGrouping(grouping: AnyGrouping, fields: GroupingFields): string {
  return isFieldGrouping(grouping) ? fields.get(grouping)!.label : translate(groupings[grouping].label)
}

/** Returns the names of rows of a table by ID, those of deleted rows included. */
async function namesIn(db: Database, actor: Actor, table: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(table)}
    where workspace_id = ${actor.workspaceId} and id = any(${ids}::uuid[])
  `.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (key: string) => names.get(key) ?? null
}

async function nameValues(db: Database, actor: Actor, field: Field, keys: readonly string[]) {
  if (field.type === 'user') return namesIn(db, actor, 'users', keys)
  if (field.type === 'boolean') return (key: string) => (key === 'true' ? t`Yes` : t`No`)
  const labels = new Map(field.options.map(({ id, label }) => [id, label]))
  return (key: string) => labels.get(key) ?? null
}

/** Returns the names of the groups of a grouping by key, those of deleted rows included. */
export async function nameGroups(
  db: Database,
  actor: Actor,
  grouping: AnyGrouping,
  keys: readonly string[],
  fields: GroupingFields,
): Promise<(key: string) => string | null> {
  if (isFieldGrouping(grouping)) return nameValues(db, actor, fields.get(grouping)!, keys)
  if (grouping === 'statusType')
    return (key) => (key in statusTypes ? translate(statusTypes[key as keyof typeof statusTypes].label) : key)
  if (grouping === 'disposition')
    return (key) =>
      key in dispositions ? translate(dispositions[key as keyof typeof dispositions].label) : key
  if (grouping === 'source' || grouping === 'tag') return (key) => key
  if (!(grouping in tables)) return () => null
  return namesIn(db, actor, tables[grouping as keyof typeof tables], keys)
}
