import { isStaff } from '@muster/contract/client-access.ts'
import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import type { Permission, Role } from '@muster/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'
import { maySeeContacts } from './application-policy.ts'

/** The parts of a custom field that decide who may do what with it. */
export interface FieldRights {
  subject: FieldSubject
  visibleTo: readonly Role[] | null
  editableTo: readonly Role[] | null
  personal: boolean
}

const reading: Record<FieldSubject, Permission> = {
  candidate: 'candidates:read',
  application: 'applications:read',
  position: 'positions:read',
  company: 'companies:read',
  call: 'calls:read',
}

const writing: Record<FieldSubject, Permission> = {
  candidate: 'candidates:write',
  application: 'applications:write',
  position: 'positions:write',
  company: 'companies:write',
  call: 'calls:write',
}

export function mayManageFields(actor: Pick<Actor, 'permissions'>): boolean {
  return actor.permissions.has('custom-fields:manage')
}

/** Returns whether the actor sees a field's values. Those who manage fields could make themselves see it. */
export function maySeeField(actor: Pick<Actor, 'role' | 'permissions'>, field: FieldRights): boolean {
  if (!isStaff(actor.role) || !actor.permissions.has(reading[field.subject])) return false
  if (field.personal && !maySeeContacts(actor)) return false
  return !field.visibleTo || field.visibleTo.includes(actor.role) || mayManageFields(actor)
}

/** Returns whether the actor's role changes a field's values in rows that they may change. */
export function mayEditField(actor: Actor, field: FieldRights): boolean {
  if (!maySeeField(actor, field)) return false
  return !field.editableTo || field.editableTo.includes(actor.role) || mayManageFields(actor)
}

/** As `mayEditField`, in some row at all. */
export function mayEditSomewhere(actor: Actor, field: FieldRights): boolean {
  return mayEditField(actor, field) && actor.permissions.has(writing[field.subject])
}

/** Returns the condition that the actor sees a field of the table `custom_fields`, as `maySeeField` decides. */
export function seenField(actor: Actor, subject: FieldSubject, table: string): RawBuilder<SqlBool> {
  if (!isStaff(actor.role) || !actor.permissions.has(reading[subject])) return sql`false`
  return sql<SqlBool>`(${sql.ref(`${table}.subject`)} = ${subject} and ${sql.ref(`${table}.retired_at`)} is null
    and (not ${sql.ref(`${table}.personal`)} or ${maySeeContacts(actor)}::boolean)
    and (coalesce(${actor.role} = any(${sql.ref(`${table}.visible_to`)}), true) or ${mayManageFields(actor)}::boolean))`
}

/**
 * Selects the values of a row that the actor sees, as `maySeeField` decides. The keys to leave out are found once a
 * statement.
 */
export function visibleValues(
  actor: Actor,
  subject: FieldSubject,
  table: string,
): RawBuilder<Record<string, FieldValue>> {
  if (!isStaff(actor.role) || !actor.permissions.has(reading[subject])) return sql`'{}'::jsonb`
  return sql`(${sql.ref(`${table}.custom_fields`)} - array(
    select hidden.key from custom_fields hidden
    where hidden.workspace_id = ${actor.workspaceId} and hidden.subject = ${subject}
      and (hidden.retired_at is not null
        or (hidden.personal and not ${maySeeContacts(actor)}::boolean)
        or not coalesce(${actor.role} = any(hidden.visible_to), true) and not ${mayManageFields(actor)}::boolean)
  ))`
}
