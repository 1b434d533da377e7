import type { fieldChange } from '@muster/contract/field-changes.ts'
import { fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../../app-error.ts'
import type { Database } from '../../database/connect.ts'
import type { DB } from '../../database/schema.generated.ts'
import type { TypeSettings } from './type-settings.ts'

type PresentedChange = z.input<typeof fieldChange>

export type FieldChange = Omit<Selectable<DB['custom_field_changes']>, 'before' | 'after'> & {
  before: TypeSettings
  after: TypeSettings
  /** The name of who made it. */
  by: string | null
  /** Whether it is the last change that is not undone, and of the last 30 days. */
  isUndoable: boolean
}

/** Returns the changes of a field whose former values are kept, newest first. */
export async function loadChanges(
  db: Database,
  workspaceId: string,
  fieldId: string,
): Promise<FieldChange[]> {
  const rows = await db
    .selectFrom('custom_field_changes as c')
    .leftJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'c.workspace_id').onRef('u.id', '=', 'c.user_id'),
    )
    .where('c.workspace_id', '=', workspaceId)
    .where('c.field_id', '=', fieldId)
    .where(sql<boolean>`c.created_at > now() - make_interval(days => ${fieldRestoreDays}::integer)`)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .selectAll('c')
    .select('u.name as by')
    .execute()
  const last = rows.find(({ state }) => state !== 'undone')
  return rows.map((row) => ({
    ...row,
    before: row.before as unknown as TypeSettings,
    after: row.after as unknown as TypeSettings,
    isUndoable: row === last && row.state === 'done',
  }))
}

/** @throws NOT_FOUND */
export async function findChange(
  db: Database,
  workspaceId: string,
  fieldId: string,
  id: string,
): Promise<FieldChange> {
  const change = (await loadChanges(db, workspaceId, fieldId)).find((each) => each.id === id)
  if (!change) throw notFound(t`Change`)
  return change
}

/** Returns the options that a merge replaced, and the one that it replaced them by; the other way round if undone. */
function mergedOptions({ before, after }: FieldChange): { from: string; to: string } {
  const labels = new Map(after.options.map(({ id, label }) => [id, label]))
  const targets = new Map(before.options.map(({ id, mergedInto }) => [id, mergedInto]))
  const differing = after.options.filter(({ id, mergedInto }) => mergedInto !== targets.get(id))
  const merged = differing.map(({ label }) => label).join(', ')
  const target = differing.map(({ id, mergedInto }) => labels.get((mergedInto ?? targets.get(id))!))[0] ?? ''
  return differing.some(({ mergedInto }) => mergedInto)
    ? { from: merged, to: target }
    : { from: target, to: merged }
}

export function presentChange(change: FieldChange): PresentedChange {
  const ends = change.kind === 'merge' ? mergedOptions(change) : null
  const until = Date.parse(change.created_at) + fieldRestoreDays * 86_400_000
  return {
    id: change.id,
    kind: change.kind as PresentedChange['kind'],
    state: change.state as PresentedChange['state'],
    from: ends?.from ?? change.before.type,
    to: ends?.to ?? change.after.type,
    by: change.by,
    at: change.created_at,
    undoes: change.undoes,
    changed: change.changed,
    emptied: change.emptied,
    undoableUntil: change.isUndoable ? new Date(until).toISOString() : null,
  }
}
