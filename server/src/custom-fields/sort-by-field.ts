import { type FieldSort, fieldColumnOf } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { SortColumn } from '../database/keyset.ts'
import { opaqueId } from '../database/opaque-id.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import { loadFields } from './load-fields.ts'

/**
 * Returns the sort column of a list of applications for a custom field: its rows in `application_sort_keys`. `onlyOpen` says
 * that the list has no closed ones: it walks their keys only.
 * @throws VALIDATION on `sort` for a field that the actor does not see, or that lists cannot be sorted by (yet)
 */
export async function fieldOrder(
  db: Database,
  actor: Actor,
  sort: FieldSort,
  onlyOpen: boolean,
): Promise<SortColumn> {
  const column = sort.replace('-', '')
  const subject = column.startsWith('candidate.') ? 'candidate' : 'application'
  const fields = await loadFields(db, actor.workspaceId, subject)
  const field = fields.find((each) => fieldColumnOf(each) === column && maySeeField(actor, each))
  if (!field) throw invalid('sort', t`${sort}: There is no field with this key`)
  const { id, label, sorting } = field
  if (sorting === 'preparing')
    throw invalid('sort', t`The list cannot be sorted by “${label}” yet. Its order is being prepared.`)
  if (sorting === null)
    throw invalid('sort', t`The list cannot be sorted by “${label}”. The field is not sortable.`)
  const workspaceId = opaqueId(actor.workspaceId)
  const isOfRow = sql<boolean>`sorted.workspace_id = ${workspaceId} and sorted.field_id = ${id}
    and sorted.application_id = applications.id`
  return {
    expression: sql`sorted.value`,
    type: 'text',
    descending: sort.startsWith('-'),
    side: {
      withValue: (rows) =>
        rows.innerJoin('application_sort_keys as sorted', (join) =>
          join.on(onlyOpen ? sql<boolean>`${isOfRow} and sorted.is_open` : isOfRow),
        ),
      withoutValue: (rows) =>
        rows.where(sql<boolean>`not exists (select from application_sort_keys sorted where ${isOfRow})`),
      withAll: (rows) => rows.leftJoin('application_sort_keys as sorted', (join) => join.on(isOfRow)),
      idColumn: 'sorted.application_id',
    },
  }
}
