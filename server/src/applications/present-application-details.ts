import type {
  applicationDetails,
  disposition as dispositionSchema,
} from '@muster/contract/application-row.ts'
import type { candidate } from '@muster/contract/candidates.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { type DispositionKind, dispositions } from '@muster/contract/dispositions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { presentCallable } from '../calls/present-callable.ts'
import { presentCandidate } from '../candidates/present-candidate.ts'
import { fieldsRequiredIn, findMissing } from '../custom-fields/required-to-move.ts'
import type { Database } from '../database/connect.ts'
import { applicationRefusals, maySeeContacts } from '../policies/application-policy.ts'
import { visibleValues } from '../policies/field-policy.ts'
import { isErased, selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { presentFile } from '../uploads/present-file.ts'
import { presentApplications } from './present-application.ts'
import { redactDetails } from './redact-for-client.ts'

export type ApplicationDetails = z.input<typeof applicationDetails>

function loadStatuses(db: Database, workspaceId: string, positionId: string) {
  return db
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where('position_id', '=', positionId)
    .where('deleted_at', 'is', null)
    .orderBy('ordinal')
    .select(['id', 'name', 'type', 'color', 'sla_days'])
    .execute()
}

export async function loadDisposition(
  db: Database,
  { workspaceId, role }: Pick<Actor, 'workspaceId' | 'role'>,
  applicationId: string,
): Promise<z.input<typeof dispositionSchema> | null> {
  const row = await db
    .selectFrom('dispositions as d')
    .innerJoin('statuses as s', (join) =>
      join.onRef('s.workspace_id', '=', 'd.workspace_id').onRef('s.id', '=', 'd.status_id'),
    )
    .leftJoin('reasons as r', (join) =>
      join.onRef('r.workspace_id', '=', 'd.workspace_id').onRef('r.id', '=', 'd.reason_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'd.workspace_id').onRef('u.id', '=', 'd.decided_by'),
    )
    .where('d.workspace_id', '=', workspaceId)
    .where('d.application_id', '=', applicationId)
    .select([
      'd.kind',
      'd.note',
      'd.status_type',
      'd.decided_at',
      'd.reason_id',
      'd.decided_by',
      'd.status_id',
    ])
    .select(['s.name as status_name', 'r.name as reason_name', 'u.name as decided_by_name'])
    .executeTakeFirst()
  if (!row) return null
  const kind = row.kind as DispositionKind
  const { party } = dispositions[kind]
  return {
    kind,
    party,
    reason: row.reason_id ? { id: row.reason_id, name: row.reason_name ?? '' } : null,
    // A client reviewer reads only the note of their own company's decision.
    note: isStaff(role) || party === 'company' ? row.note : null,
    status: { id: row.status_id, name: row.status_name, type: row.status_type as StatusType },
    decidedAt: row.decided_at,
    decidedBy: row.decided_by ? { id: row.decided_by, name: row.decided_by_name ?? '' } : null,
  }
}

/** Returns the time spent in each status, from the history entries that were not reverted. */
async function loadTimeInStatus(db: Database, workspaceId: string, applicationId: string) {
  const { rows } = await sql<ApplicationDetails['timeInStatus'][number]>`
    select stay.to_status_id as "statusId", coalesce(s.name, '') as name,
      -- Within the transaction that moved it, now() is the earlier moment.
      greatest(0, sum(extract(epoch from coalesce(stay.until, now()) - stay.at)))::float8 as seconds,
      count(*)::int as entries, max(stay.at) as "enteredAt",
      (array_agg(coalesce(g.name, u.name) order by stay.at desc, stay.id desc))[1] as "enteredBy"
    from (
      select id, to_status_id, at, user_id, agent_id, lead(at) over (order by at, id) as until
      from activity_logs
      where workspace_id = ${workspaceId} and application_id = ${applicationId}
        and to_type is not null and reverted_at is null
    ) as stay
    left join statuses s on s.workspace_id = ${workspaceId} and s.id = stay.to_status_id
    left join users u on u.workspace_id = ${workspaceId} and u.id = stay.user_id
    left join agents g on g.workspace_id = ${workspaceId} and g.id = stay.agent_id
    group by stay.to_status_id, s.name
    order by min(stay.at)
  `.execute(db)
  return rows
}

/** Returns the candidate's other applications that the actor may see, newest first. */
export async function loadOtherApplications(
  db: Database,
  actor: Actor,
  candidateId: string,
  exceptId: string,
) {
  const rows = await selectVisible(db, actor)
    .innerJoin('positions as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 'applications.workspace_id')
        .onRef('p.id', '=', 'applications.position_id'),
    )
    .innerJoin('companies as o', (join) =>
      join.onRef('o.workspace_id', '=', 'p.workspace_id').onRef('o.id', '=', 'p.company_id'),
    )
    .innerJoin('statuses as s', (join) =>
      join
        .onRef('s.workspace_id', '=', 'applications.workspace_id')
        .onRef('s.id', '=', 'applications.status_id'),
    )
    .where('applications.candidate_id', '=', candidateId)
    .where('applications.id', '<>', exceptId)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.created_at', 'desc')
    .limit(50)
    .select([
      'applications.id',
      'applications.disposition',
      'applications.created_at',
      'applications.status_type',
    ])
    .select([
      'p.id as position_id',
      'p.name as position_name',
      'o.id as company_id',
      'o.name as company_name',
    ])
    .select(['s.name as status_name', 's.color'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    position: { id: row.position_id, name: row.position_name },
    company: { id: row.company_id, name: row.company_name },
    status: { name: row.status_name, type: row.status_type as StatusType, color: row.color },
    disposition: row.disposition as DispositionKind | null,
    createdAt: row.created_at,
  }))
}

/** Returns the candidate as their application shows them, without contact data if the actor may not see it. */
export async function loadApplicationCandidate(
  db: Database,
  actor: Actor,
  candidateId: string,
): Promise<z.input<typeof candidate>> {
  const row = await db
    .selectFrom('candidates')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', candidateId)
    .selectAll()
    .select(visibleValues(actor, 'candidate', 'candidates').as('visible_values'))
    .executeTakeFirstOrThrow()
  return presentCandidate(row, actor)
}

interface ReadApplication {
  details: ApplicationDetails
  /** Null for client reviewers, who may not learn of calls. */
  callAttempts: number | null
  secondsInStatus: number
  /** Past its SLA, by the database's clock. */
  late: boolean
}

/**
 * Returns an application with everything its page shows, and what its summary needs.
 * @throws NOT_FOUND also for one the actor may not see, and for a deleted one unless `deleted` is true
 */
export async function readApplication(
  db: Database,
  actor: Actor,
  id: string,
  options: { deleted?: boolean } = {},
): Promise<ReadApplication> {
  const stored = await selectVisible(db, actor)
    .where('applications.id', '=', id)
    .$if(!options.deleted, (query) => query.where('applications.deleted_at', 'is', null))
    .selectAll('applications')
    .select([
      sql<number>`greatest(0, extract(epoch from now() - applications.entered_status_at))::float8`.as(
        'seconds_in_status',
      ),
      sql<boolean>`coalesce(applications.due_at <= now(), false)`.as('late'),
      isErased.as('erased'),
    ])
    .executeTakeFirst()
  if (!stored) throw notFound(t`Application`)
  const { workspaceId } = actor
  const [[row], person, statuses, required, timeInStatus, dispositionDetails, otherApplications] =
    await Promise.all([
      presentApplications(db, actor, [id]),
      loadApplicationCandidate(db, actor, stored.candidate_id),
      loadStatuses(db, workspaceId, stored.position_id),
      fieldsRequiredIn(db, actor, stored.status_type as StatusType),
      loadTimeInStatus(db, workspaceId, id),
      loadDisposition(db, actor, id),
      loadOtherApplications(db, actor, stored.candidate_id, id),
    ])
  const fileId = maySeeContacts(actor) ? (stored.resume_file_id ?? person.resumeFileId) : null
  const whyNot = applicationRefusals(actor, { ...stored, do_not_call: person.doNotCall })
  const details = {
    ...row!,
    candidate: person,
    statuses: statuses.map((status) => ({
      id: status.id,
      name: status.name,
      type: status.type as StatusType,
      color: status.color,
      slaDays: status.sla_days,
    })),
    timeInStatus,
    dispositionDetails,
    resumeFile: fileId ? await presentFile(db, workspaceId, fileId) : null,
    otherApplications,
    externalId: stored.external_id,
    deletedAt: stored.deleted_at,
    missingFields: findMissing(required, { application: row!.customFields, candidate: person.customFields }),
    callable: await presentCallable(db, actor, person, whyNot.call ?? null),
    whyNot,
  }
  return {
    details: redactDetails(details, actor),
    callAttempts: isStaff(actor.role) ? stored.call_attempts : null,
    secondsInStatus: stored.seconds_in_status,
    late: stored.late,
  }
}

/** Like `readApplication`, but returns only what the page shows. */
export async function loadApplicationDetails(
  db: Database,
  actor: Actor,
  id: string,
  options: { deleted?: boolean } = {},
): Promise<ApplicationDetails> {
  return (await readApplication(db, actor, id, options)).details
}
