import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import type { Actor } from '../session/actor.ts'
import { notify } from './notify.ts'

/** Notifies the reviewers of a company that a candidate awaits their decision. */
export async function notifySubmitted(
  tx: Database,
  services: Mailing,
  actor: Actor,
  submissionId: string,
): Promise<void> {
  const { workspaceId, userId } = actor
  const rows = await tx
    .selectFrom('submissions as s')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspace_id', '=', 's.workspace_id').onRef('a.id', '=', 's.application_id'),
    )
    .innerJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 's.workspace_id').onRef('u.company_id', '=', 's.company_id'),
    )
    .where('s.workspace_id', '=', workspaceId)
    .where('s.id', '=', submissionId)
    .where('u.role', '=', 'client_reviewer')
    .select(['u.id', 'a.id as application_id', 'a.candidate_name', 'p.name as position'])
    .execute()
  const [first] = rows
  if (!first) return
  await notify(tx, services, 'submitted', {
    workspaceId,
    userIds: rows.map(({ id }) => id),
    actorId: userId,
    text: () => `${first.candidate_name} · ${first.position}`,
    headline: () => t`A candidate awaits your decision.`,
    path: `/applications/${first.application_id}`,
    applicationId: first.application_id,
  })
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
    path: `/applications/${about.application_id}`,
    applicationId: about.application_id,
  })
}
