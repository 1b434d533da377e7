import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import { applicationScope, seesAllApplications, type Viewer } from '../policies/application-policy.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'

async function findWithoutAccess(
  tx: Database,
  applicationId: string,
  mentioned: readonly (Viewer & { name: string })[],
): Promise<string[]> {
  const blind: string[] = []
  for (const { name, ...viewer } of mentioned) {
    if (seesAllApplications(viewer)) continue
    const seen = await tx
      .selectFrom('applications')
      .where('applications.workspace_id', '=', viewer.workspaceId)
      .where('applications.id', '=', applicationId)
      .where(applicationScope(viewer))
      .select('applications.id')
      .executeTakeFirst()
    if (!seen) blind.push(name)
  }
  return blind
}

/**
 * Checks the users that a comment mentions. A mention notifies them of its text, so each must be able to see the
 * application.
 * @throws VALIDATION when one is not an active colleague or cannot see the application
 */
export async function checkMentions(
  tx: Database,
  actor: Actor,
  applicationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return []
  const found = await tx
    .selectFrom('users')
    .where('workspace_id', '=', actor.workspaceId)
    .where(userScope(actor))
    .where('status', '=', 'active')
    .where(sql<boolean>`id = any(${distinct}::uuid[])`)
    .select(['id as userId', 'workspace_id as workspaceId', 'company_id as companyId', 'role', 'name'])
    .execute()
  if (found.length !== distinct.length) throw invalid('mentions', t`Only active users can be mentioned`)
  const blind = await findWithoutAccess(tx, applicationId, found as (Viewer & { name: string })[])
  if (blind.length > 0) throw invalid('mentions', t`Cannot view this application: ${formatList(blind)}`)
  return distinct
}

/** Notifies the mentioned users, except the author, with the start of the comment. */
export async function notifyMentioned(
  tx: Database,
  services: Mailing,
  actor: Actor,
  comment: { applicationId: string; mentions: readonly string[]; body: string },
): Promise<void> {
  const userIds = comment.mentions.filter((userId) => userId !== actor.userId)
  await notify(tx, services, 'mention', {
    workspaceId: actor.workspaceId,
    userIds,
    actorId: actor.userId,
    text: () => `${actor.name}: ${comment.body.slice(0, 200)}`,
    headline: () => t`${actor.name} mentioned you in a comment.`,
    path: `/applications/${comment.applicationId}`,
    applicationId: comment.applicationId,
  })
}
