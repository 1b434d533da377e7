import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import type { Actor } from '../session/actor.ts'
import { findAgencyContacts } from './find-agency-contacts.ts'
import { notify } from './notify.ts'

/** Notifies the agency of the company's decision, unless its contact made it. */
export async function notifyDecided(
  tx: Database,
  services: Mailing,
  actor: Actor,
  applicationId: string,
  decision: 'approve' | 'decline',
): Promise<void> {
  const row = await tx
    .selectFrom('applications as a')
    .innerJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .innerJoin('companies as c', (join) =>
      join.onRef('c.workspace_id', '=', 'p.workspace_id').onRef('c.id', '=', 'p.company_id'),
    )
    .where('a.workspace_id', '=', actor.workspaceId)
    .where('a.id', '=', applicationId)
    .select(['a.candidate_name', 'p.name as position', 'c.name as company'])
    .executeTakeFirst()
  if (!row) return
  const contacts = await findAgencyContacts(tx, 'decided', actor, applicationId)
  const { candidate_name: candidate, position, company } = row
  const isApproved = decision === 'approve'
  await notify(tx, services, 'decided', {
    workspaceId: actor.workspaceId,
    userIds: contacts.filter((id) => id !== actor.userId),
    actorId: actor.userId,
    text: () =>
      isApproved
        ? t`${company} approved ${candidate} · ${position}`
        : t`${company} declined ${candidate} · ${position}`,
    headline: () => (isApproved ? t`${company} approved a candidate.` : t`${company} declined a candidate.`),
    path: `/applications/${applicationId}`,
    applicationId,
  })
}
