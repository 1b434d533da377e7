import type { applicationRow } from '@muster/contract/applications.ts'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { applicationAbilities, applicationScope, maySeeContacts } from './application-policy.ts'

/** The applications the actor may see, deleted ones included; filters and order are the caller's. */
export function selectVisible(db: Database, actor: Actor) {
  return db
    .selectFrom('applications')
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where(applicationScope(actor))
}

/** Rows with the names beside them, of the ids given, in no order. */
function selectRows(db: Database, workspaceId: string, ids: readonly string[]) {
  return db
    .selectFrom('applications as a')
    .where('a.workspace_id', '=', workspaceId)
    .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
    .innerJoin('candidates as c', (join) =>
      join.onRef('c.workspace_id', '=', 'a.workspace_id').onRef('c.id', '=', 'a.candidate_id'),
    )
    .innerJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .innerJoin('companies as o', (join) =>
      join.onRef('o.workspace_id', '=', 'a.workspace_id').onRef('o.id', '=', 'p.company_id'),
    )
    .innerJoin('statuses as s', (join) =>
      join.onRef('s.workspace_id', '=', 'a.workspace_id').onRef('s.id', '=', 'a.status_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'a.workspace_id').onRef('u.id', '=', 'a.owner_id'),
    )
    .leftJoin('dispositions as d', (join) =>
      join.onRef('d.workspace_id', '=', 'a.workspace_id').onRef('d.application_id', '=', 'a.id'),
    )
    .leftJoin('reasons as r', (join) =>
      join.onRef('r.workspace_id', '=', 'a.workspace_id').onRef('r.id', '=', 'd.reason_id'),
    )
    .select([
      'a.id',
      'a.candidate_id',
      'a.position_id',
      'a.status_id',
      'a.status_type',
      'a.rank',
      'a.version',
    ])
    .select(['a.entered_status_at', 'a.due_at', 'a.owner_id', 'a.source', 'a.tags', 'a.callback_at'])
    .select(['a.last_contact_at', 'a.last_contact_result', 'a.disposition', 'a.closed_at', 'a.deleted_at'])
    .select(['a.applied_at', 'a.last_activity_at', 'a.created_at'])
    .select(['c.name as candidate_name', 'c.email', 'c.phone', 'c.do_not_call'])
    .select(['p.name as position_name', 'p.company_id', 'o.name as company_name'])
    .select(['s.name as status_name', 's.color', 's.sla_days'])
    .select(['u.name as owner_name', 'r.name as reason_name'])
}

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

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
    lastContact: row.last_contact_at
      ? { at: row.last_contact_at, result: row.last_contact_result ?? '' }
      : null,
    callbackAt: row.callback_at,
    disposition: row.disposition
      ? { kind: row.disposition as DispositionKind, reason: row.reason_name }
      : null,
    closedAt: row.closed_at,
    appliedAt: row.applied_at,
    lastActivityAt: row.last_activity_at,
    createdAt: row.created_at,
    version: row.version,
    can: applicationAbilities(actor, row).can,
  }
}

/**
 * What lists and boards show of applications, in the order of `ids`. Ids first and names after keeps the page's
 * own query on one index, whatever the planner thinks of the joins.
 */
export async function presentApplications(
  db: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<z.input<typeof applicationRow>[]> {
  if (ids.length === 0) return []
  const rows = await selectRows(db, actor.workspaceId, ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentRow(row, actor)] : []
  })
}
