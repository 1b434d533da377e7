import {
  type AnyGrouping,
  type FieldGrouping,
  fieldGroupingOf,
  isFieldGrouping,
  readCountedIn,
} from '@muster/contract/measures.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { loadAllFields } from './load-fields.ts'

/** Custom fields by the names that reports group by them with. */
export type GroupingFields = ReadonlyMap<FieldGrouping, Field>

/**
 * Returns the custom fields among groupings.
 * @throws VALIDATION on the parameter for a field that is retired, that the actor does not see, or whose type has no
 * groups
 */
export async function loadGroupingFields(
  db: Database,
  actor: Actor,
  groupings: readonly AnyGrouping[],
  parameter: 'by' | 'countedIn',
): Promise<GroupingFields> {
  const wanted = groupings.filter(isFieldGrouping)
  if (wanted.length === 0) return new Map()
  const fields = await loadAllFields(db, actor.workspaceId)
  const seen = new Map(
    fields
      .filter((field) => !field.retiredAt && maySeeField(actor, field))
      .flatMap((field): [FieldGrouping, Field][] => {
        const grouping = fieldGroupingOf(field)
        return grouping ? [[grouping, field]] : []
      }),
  )
  const unknown = wanted.find((grouping) => !seen.has(grouping))
  if (unknown) throw invalid(parameter, t`${unknown}: There is no field with this key to group by`)
  return new Map(wanted.map((grouping) => [grouping, seen.get(grouping)!]))
}

/**
 * Checks the custom fields among the groups that a list is restricted to.
 * @throws VALIDATION on `countedIn`
 */
export async function assertSeesGroups(
  db: Database,
  actor: Actor,
  countedIn: readonly string[] | undefined,
): Promise<void> {
  const groups = readCountedIn(countedIn ?? [])
  await loadGroupingFields(
    db,
    actor,
    groups.map(({ grouping }) => grouping),
    'countedIn',
  )
}

/** Returns whether a filter `countedIn` names a custom field. */
export function countsByFields(countedIn: readonly string[] | undefined): boolean {
  return readCountedIn(countedIn ?? []).some(({ grouping }) => isFieldGrouping(grouping))
}
