import { sql } from 'kysely'
import { plural, t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import type { Actor } from '../session/actor.ts'
import { notify } from './notify.ts'

/** Where a client's reviewers see a person. */
const reviewPath = (applicationId: string) => `/reviews?person=${applicationId}`

interface Submitted {
  application_id: string
  candidate_name: string
  position: string
  company_id: string
}

/** Notifies the reviewers of each company that people await their decision, of several at once in one notification. */
async function notifyReviewers(
  tx: Database,
  services: Mailing,
  { workspaceId, userId }: Actor,
  submitted: readonly Submitted[],
): Promise<void> {
  for (const [companyId, people] of Map.groupBy(submitted, (row) => row.company_id)) {
    const reviewers = await tx
      .selectFrom('users')
      .where('workspace_id', '=', workspaceId)
      .where('company_id', '=', companyId)
      .where('role', '=', 'client_reviewer')
      .select('id')
      .execute()
    const [first] = people
    const count = people.length
    const isOne = count === 1
    await notify(tx, services, 'submitted', {
      workspaceId,
      userIds: reviewers.map(({ id }) => id),
      actorId: userId,
      text: () =>
        isOne
          ? `${first!.candidate_name} · ${first!.position}`
          : t`${plural(count, { one: '# candidate', other: '# candidates' })} submitted`,
      headline: () =>
        isOne ? t`A candidate awaits your decision.` : t`Several candidates await your decision.`,
      path: isOne ? reviewPath(first!.application_id) : '/reviews',
      applicationId: isOne ? first!.application_id : null,
    })
  }
}

function selectSubmitted(tx: Database, workspaceId: string) {
  return tx
    .selectFrom('applications as a')
    .innerJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .where('a.workspace_id', '=', workspaceId)
    .select(['a.id as application_id', 'a.candidate_name', 'p.name as position', 'p.company_id'])
}

/** Notifies the reviewers of a company that a candidate awaits their decision. */
export async function notifySubmitted(
  tx: Database,
  services: Mailing,
  actor: Actor,
  applicationId: string,
): Promise<void> {
  const submitted = await selectSubmitted(tx, actor.workspaceId).where('a.id', '=', applicationId).execute()
  await notifyReviewers(tx, services, actor, submitted)
}

/** Notifies reviewers of those whom a batch of moves brought to Submitted. */
export async function notifyMovedToSubmitted(
  tx: Database,
  services: Mailing,
  actor: Actor,
  { batchId, applicationIds }: { batchId: string; applicationIds: readonly string[] },
): Promise<void> {
  const submitted = await selectSubmitted(tx, actor.workspaceId)
    .where('a.status_type', '=', 'submitted')
    .where(sql<boolean>`a.id = any(${[...applicationIds]}::uuid[])`)
    .where(
      sql<boolean>`exists (
        select from activity_logs l
        where l.workspace_id = a.workspace_id and l.batch_id = ${batchId} and l.application_id = a.id
          and l.to_type = 'submitted' and l.from_type is distinct from 'submitted' and l.reverted_at is null
      )`,
    )
    .execute()
  await notifyReviewers(tx, services, actor, submitted)
}

/** Notifies users of a question of the client or of the agency's reply, except its author. */
export async function notifyOfMessage(
  tx: Database,
  services: Mailing,
  actor: Actor,
  about: { application_id: string; candidate_name: string; position_name: string },
  kind: 'asked' | 'answered',
  userIds: readonly string[],
): Promise<void> {
  await notify(tx, services, kind, {
    workspaceId: actor.workspaceId,
    userIds: userIds.filter((id) => id !== actor.userId),
    actorId: actor.userId,
    text: () => `${actor.name}: ${about.candidate_name} · ${about.position_name}`,
    headline: () =>
      kind === 'asked'
        ? t`A client asked about a candidate.`
        : t`Your question about a candidate was answered.`,
    path: kind === 'asked' ? `/applications/${about.application_id}` : reviewPath(about.application_id),
    applicationId: about.application_id,
  })
}
