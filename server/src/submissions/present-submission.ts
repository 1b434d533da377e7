import { isStaff } from '@muster/contract/client-access.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { getSubmission, listSubmissions } from '@muster/contract/submissions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { applicationScope } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

type Submission = ResponseOf<typeof listSubmissions>['items'][number]

/** A column, so that the list can filter by it. */
export const submissionState = sql<Submission['state']>`case
  when s.withdrawn_at is not null then 'withdrawn'
  when applications.status_type = 'submitted' and applications.closed_at is null then 'awaiting'
  else 'ended'
end`

/**
 * Selects the submissions that the actor may see: those of visible applications. A client reviewer sees those to their
 * own company, until they are withdrawn.
 */
export function selectSubmissions(db: Database, actor: Actor) {
  return db
    .selectFrom('submissions as s')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspace_id', '=', 's.workspace_id')
        .onRef('applications.id', '=', 's.application_id'),
    )
    .where('s.workspace_id', '=', actor.workspaceId)
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where('applications.deleted_at', 'is', null)
    .where(applicationScope(actor))
    .$if(!isStaff(actor.role), (query) =>
      query.where('s.company_id', '=', actor.companyId).where('s.withdrawn_at', 'is', null),
    )
}

/** Selects what is presented of them. */
export function selectDetails(db: Database, actor: Actor) {
  return selectSubmissions(db, actor)
    .innerJoin('candidates as c', (join) =>
      join
        .onRef('c.workspace_id', '=', 'applications.workspace_id')
        .onRef('c.id', '=', 'applications.candidate_id'),
    )
    .innerJoin('positions as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 'applications.workspace_id')
        .onRef('p.id', '=', 'applications.position_id'),
    )
    .innerJoin('companies as o', (join) =>
      join.onRef('o.workspace_id', '=', 's.workspace_id').onRef('o.id', '=', 's.company_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 's.workspace_id').onRef('u.id', '=', 's.submitted_by'),
    )
    .select(['s.id', 's.application_id', 's.company_id', 's.summary', 's.submitted_by', 's.submitted_at'])
    .select(['s.withdrawn_at', 'applications.position_id'])
    .select(['c.name as candidate_name', 'c.location', 'p.name as position_name', 'o.name as company_name'])
    .select('u.name as submitter_name')
    .select([
      submissionState.as('state'),
      sql<Submission['answers']>`s.answers`.as('answers'),
      sql<number>`(
        select count(*)::int from submission_messages m
        where m.workspace_id = s.workspace_id and m.submission_id = s.id
      )`.as('message_count'),
    ])
}

export type SubmissionRow = Awaited<ReturnType<ReturnType<typeof selectDetails>['executeTakeFirstOrThrow']>>

export function presentSubmission(row: SubmissionRow): Submission {
  return {
    id: row.id,
    applicationId: row.application_id,
    candidate: { name: row.candidate_name, location: row.location },
    position: { id: row.position_id, name: row.position_name },
    company: { id: row.company_id, name: row.company_name },
    state: row.state,
    summary: row.summary ?? '',
    answers: row.answers,
    submittedBy: { id: row.submitted_by, name: row.submitter_name },
    submittedAt: row.submitted_at,
    withdrawnAt: row.withdrawn_at,
    messageCount: row.message_count,
  }
}

/** @throws NOT_FOUND also for a submission to another company, and one out of the actor's scope */
export async function findSubmission(db: Database, actor: Actor, id: string): Promise<SubmissionRow> {
  const row = await selectDetails(db, actor).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Submission`)
  return row
}

/** Returns the thread of a submission, oldest first. */
export async function loadMessages(
  db: Database,
  { workspaceId }: Actor,
  submissionId: string,
): Promise<ResponseOf<typeof getSubmission>['messages']> {
  const messages = await db
    .selectFrom('submission_messages as m')
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'm.workspace_id').onRef('u.id', '=', 'm.user_id'),
    )
    .where('m.workspace_id', '=', workspaceId)
    .where('m.submission_id', '=', submissionId)
    .orderBy('m.at')
    .orderBy('m.id')
    .select(['m.id', 'm.body', 'm.at', 'u.id as user_id', 'u.name', 'u.role'])
    .execute()
  return messages.map((message) => ({
    id: message.id,
    by: { id: message.user_id, name: message.name },
    isClient: !isStaff(message.role as Role),
    body: message.body ?? '',
    at: message.at,
  }))
}

/** @throws NOT_FOUND */
export async function loadSubmission(
  db: Database,
  actor: Actor,
  id: string,
): Promise<ResponseOf<typeof getSubmission>> {
  const row = await findSubmission(db, actor, id)
  return { ...presentSubmission(row), messages: await loadMessages(db, actor, id) }
}
