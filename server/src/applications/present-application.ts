import type { applicationRow } from '@muster/contract/application-row.ts'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { applicationAbilities, maySeeContacts } from '../policies/application-policy.ts'
import { visibleValues } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import { redactRow } from './redact-for-client.ts'

type Stored<Table extends keyof DB, Column extends keyof Selectable<DB[Table]>> = Pick<
  Selectable<DB[Table]>,
  Column
>

interface SelectedRow
  extends Stored<'applications', 'id' | 'candidate_id' | 'position_id' | 'status_id' | 'status_type'>,
    Stored<'applications', 'rank' | 'version' | 'entered_status_at' | 'due_at' | 'owner_id' | 'source'>,
    Stored<'applications', 'tags' | 'callback_at' | 'last_contact_at' | 'last_contact_result'>,
    Stored<'applications', 'disposition' | 'closed_at' | 'deleted_at' | 'applied_at'>,
    Stored<'applications', 'last_activity_at' | 'created_at' | 'changed_at'>,
    Stored<'candidates', 'email' | 'phone' | 'do_not_call'>,
    Stored<'positions', 'company_id'>,
    Stored<'statuses', 'color' | 'sla_days'> {
  candidate_name: string
  erased: boolean
  position_name: string
  company_name: string
  status_name: string
  owner_name: string | null
  reason_name: string | null
  visible_values: Record<string, FieldValue>
  candidate_values: Record<string, FieldValue>
}

/**
 * Selects the rows of `ids` with the names they refer to, in no order. `offset 0` forces a lookup by key for each row.
 * Without it, the planner compares every row with every other in a workspace that has no statistics yet.
 */
async function selectRows(db: Database, actor: Actor, ids: readonly string[]): Promise<SelectedRow[]> {
  const { workspaceId } = actor
  const the = (table: keyof DB, key: RawBuilder<unknown>) =>
    sql`lateral (
      select * from ${sql.table(table)} as t where t.workspace_id = ${workspaceId} and ${key} offset 0
    )`
  const { rows } = await sql<SelectedRow>`
    select a.id, a.candidate_id, a.position_id, a.status_id, a.status_type, a.rank, a.version,
      a.entered_status_at, a.due_at, a.owner_id, a.source, a.tags, a.callback_at,
      a.last_contact_at, a.last_contact_result, a.disposition, a.closed_at, a.deleted_at,
      a.applied_at, a.last_activity_at, a.created_at, a.changed_at,
      ${visibleValues(actor, 'application', 'a')} as visible_values,
      ${visibleValues(actor, 'candidate', 'c')} as candidate_values,
      c.name as candidate_name, c.email, c.phone, c.do_not_call, c.erased_at is not null as erased,
      p.name as position_name, p.company_id, o.name as company_name,
      s.name as status_name, s.color, s.sla_days, u.name as owner_name, r.name as reason_name
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join ${the('applications', sql`t.id = wanted.id`)} as a
    cross join ${the('candidates', sql`t.id = a.candidate_id`)} as c
    cross join ${the('positions', sql`t.id = a.position_id`)} as p
    cross join ${the('companies', sql`t.id = p.company_id`)} as o
    cross join ${the('statuses', sql`t.id = a.status_id`)} as s
    left join ${the('users', sql`t.id = a.owner_id`)} as u on true
    left join ${the('dispositions', sql`t.application_id = a.id`)} as d on true
    left join ${the('reasons', sql`t.id = d.reason_id`)} as r on true
  `.execute(db)
  return rows
}

function presentRow(row: SelectedRow, actor: Actor): z.input<typeof applicationRow> {
  const contacts = maySeeContacts(actor)
  return {
    id: row.id,
    candidate: {
      id: row.candidate_id,
      name: row.candidate_name,
      email: contacts ? row.email : null,
      phone: contacts ? row.phone : null,
      doNotCall: row.do_not_call,
      customFields: row.candidate_values,
    },
    position: { id: row.position_id, name: row.position_name },
    company: { id: row.company_id, name: row.company_name },
    status: {
      id: row.status_id,
      name: row.status_name,
      type: row.status_type as StatusType,
      color: row.color,
      slaDays: row.sla_days,
    },
    rank: row.rank,
    enteredStatusAt: row.entered_status_at,
    dueAt: row.due_at,
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name ?? '' } : null,
    source: row.source,
    tags: row.tags,
    customFields: row.visible_values,
    lastContact: row.last_contact_at
      ? { at: row.last_contact_at, result: row.last_contact_result ?? '' }
      : null,
    callbackAt: row.callback_at,
    disposition: row.disposition
      ? { kind: row.disposition as DispositionKind, reason: row.reason_name }
      : null,
    closedAt: row.closed_at,
    deletedAt: row.deleted_at,
    appliedAt: row.applied_at,
    lastActivityAt: row.last_activity_at,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    version: row.version,
    can: applicationAbilities(actor, row),
  }
}

/**
 * Returns what lists and boards show of applications, in the order of `ids`. The page's own query finds only ids, so it
 * stays on one index whatever the planner thinks of the joins.
 */
export async function presentApplications(
  db: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<z.input<typeof applicationRow>[]> {
  if (ids.length === 0) return []
  const rows = await selectRows(db, actor, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [redactRow(presentRow(row, actor), actor)] : []
  })
}
