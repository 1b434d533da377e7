import { sql } from 'kysely'
import { t } from '#texts'
import { applicationScope, seesAllApplications, type Viewer } from '../applications/application-policy.ts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'
import { colleagueScope } from '../users/colleague-scope.ts'

/** Of those mentioned, who does not see the application. */
async function findBlind(
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
 * A mention tells what is said, so it goes only to those who see what it is said of.
 * @throws VALIDATION when one of them is no active colleague, or does not see the application
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
    .where(colleagueScope(actor))
    .where('status', '=', 'active')
    .where(sql<boolean>`id = any(${distinct}::uuid[])`)
    .select(['id as userId', 'workspace_id as workspaceId', 'company_id as companyId', 'role', 'name'])
    .execute()
  if (found.length !== distinct.length) throw invalid('mentions', t`Mention active colleagues only`)
  const blind = await findBlind(tx, applicationId, found as (Viewer & { name: string })[])
  if (blind.length > 0)
    throw invalid('mentions', t`Not among those who see this application: ${formatList(blind)}`)
  return distinct
}

/** Tells those mentioned, other than the author, with the start of the comment. */
export async function notifyMentioned(
  tx: Database,
  services: Mailing,
  actor: Actor,
  comment: { applicationId: string; mentions: readonly string[]; body: string },
): Promise<void> {
  const told = comment.mentions.filter((userId) => userId !== actor.userId)
  await notify(tx, services, 'mention', {
    workspaceId: actor.workspaceId,
    userIds: told,
    actorId: actor.userId,
    say: () => `${actor.name}: ${comment.body.slice(0, 200)}`,
    headline: () => t`${actor.name} mentioned you in a comment.`,
    path: `/applications/${comment.applicationId}`,
    applicationId: comment.applicationId,
  })
}
