import type { activityKinds, activityLog, moveCauses } from '@muster/contract/activity-logs.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { dispositions } from '@muster/contract/dispositions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { mayReadNote } from '../policies/activity-policy.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import { type FieldRights, maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'

/** Selects the history of an application with the names of the users, agents and statuses it refers to. */
export function selectActivityLogs(db: Database, workspaceId: string, applicationId: string) {
  return selectLogs(db, workspaceId).where('l.application_id', '=', applicationId)
}

/** Like `selectActivityLogs`, for all applications of the workspace. */
export function selectLogs(db: Database, workspaceId: string) {
  return db
    .selectFrom('activity_logs as l')
    .where('l.workspace_id', '=', workspaceId)
    .leftJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'l.workspace_id').onRef('u.id', '=', 'l.user_id'),
    )
    .leftJoin('agents as g', (join) =>
      join.onRef('g.workspace_id', '=', 'l.workspace_id').onRef('g.id', '=', 'l.agent_id'),
    )
    .leftJoin('statuses as f', (join) =>
      join.onRef('f.workspace_id', '=', 'l.workspace_id').onRef('f.id', '=', 'l.from_status_id'),
    )
    .leftJoin('statuses as t', (join) =>
      join.onRef('t.workspace_id', '=', 'l.workspace_id').onRef('t.id', '=', 'l.to_status_id'),
    )
    .leftJoin('files as d', (join) =>
      join.onRef('d.workspace_id', '=', 'l.workspace_id').onRef('d.id', '=', 'l.file_id'),
    )
    .selectAll('l')
    .select(['d.name as file_name', 'd.content_type as file_type'])
    .select(['u.name as user_name', 'g.name as agent_name', 'f.name as from_name', 't.name as to_name'])
    .select([
      sql<{ id: string; name: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name)) from users m
        where m.workspace_id = l.workspace_id and m.id = any(l.mentions)
      ), '[]')`.as('mentioned'),
      // Owners are stored as ids so that an undo can restore them. Readers get names.
      sql<string | null>`case when l.field = 'ownerId' then (
        select o.name from users o where o.workspace_id = l.workspace_id and o.id::text = l.old_value
      ) else l.old_value end`.as('old_shown'),
      sql<string | null>`case
        when l.field = 'ownerId' then (
          select o.name from users o where o.workspace_id = l.workspace_id and o.id::text = l.new_value
        )
        else l.new_value end`.as('new_shown'),
      // Who may see the value of a custom field is decided by its definition; null if there is none any more.
      sql<FieldRights | null>`case when l.field ~ '^(candidate\\.)?customFields\\.' then (
        select jsonb_build_object('subject', f.subject, 'visibleTo', f.visible_to, 'editableTo', f.editable_to,
          'personal', f.personal)
        from custom_fields f
        where f.workspace_id = l.workspace_id and f.retired_at is null
          and f.subject = case when l.field like 'candidate.%' then 'candidate' else 'application' end
          and f.key = split_part(l.field, 'customFields.', 2)
      ) end`.as('field_rights'),
      sql<string | null>`case when l.kind = 'disposition' then (
        select r.name from reasons r where r.workspace_id = l.workspace_id and r.id::text = l.field
      ) end`.as('reason_name'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectActivityLogs>['executeTakeFirstOrThrow']>>

function actorOf(row: Row): z.input<typeof activityLog>['actor'] {
  if (row.agent_id) return { kind: 'agent', id: row.agent_id, name: row.agent_name ?? '' }
  if (row.user_id) return { kind: 'user', id: row.user_id, name: row.user_name ?? '' }
  return { kind: 'system', id: null, name: 'Muster' }
}

const contactFields = ['email', 'phone', 'phoneExtension']

function isHidden({ field, field_rights: rights }: Row, actor: Actor): boolean {
  if (field?.includes('customFields.')) return !rights || !maySeeField(actor, rights)
  return contactFields.includes(field ?? '') && !maySeeContacts(actor)
}

/** Entries whose text is what an import could not store. */
const importKinds = ['imported', 'edited']

/** What an import could not store is as it was in the file, contact data included. */
function mayReadBody(actor: Actor, row: Row): boolean {
  return mayReadNote(actor, row) && (!importKinds.includes(row.kind) || maySeeContacts(actor))
}

/**
 * Presents an entry. Everyone who sees the application learns which field changed; old and new contact data are
 * included only for those who may see contact data, and values of custom fields for those who may see the field.
 */
export function presentActivityLog(row: Row, actor: Actor): z.input<typeof activityLog> {
  const staff = isStaff(actor.role)
  const own = row.kind === 'comment' && row.user_id === actor.userId && row.deleted_at === null
  const mayComment = own && actor.permissions.has('applications:comment')
  const hidden = isHidden(row, actor)
  const disposition = row.kind === 'disposition' ? (row.new_value as keyof typeof dispositions) : null
  return {
    id: row.id,
    kind: row.kind as (typeof activityKinds)[number],
    at: row.at,
    updatedAt: row.changed_at,
    actor: actorOf(row),
    from: row.from_status_id ? { id: row.from_status_id, name: row.from_name ?? '' } : null,
    to: row.to_status_id ? { id: row.to_status_id, name: row.to_name ?? '' } : null,
    cause: row.cause === 'call_outcome' && !staff ? null : (row.cause as (typeof moveCauses)[number] | null),
    field: disposition ? row.reason_name : row.field,
    oldValue: hidden ? null : row.old_shown,
    newValue: disposition ? translate(dispositions[disposition].label) : hidden ? null : row.new_shown,
    body: row.deleted_at || !mayReadBody(actor, row) ? null : row.body,
    mentions: row.mentioned,
    callId: staff ? row.call_id : null,
    file:
      row.file_id && row.deleted_at === null && maySeeContacts(actor)
        ? { id: row.file_id, name: row.file_name ?? '', contentType: row.file_type ?? '' }
        : null,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    revertedAt: row.reverted_at,
    can: { edit: mayComment, delete: mayComment },
  }
}
