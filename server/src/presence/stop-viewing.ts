import * as contract from '@muster/contract/presence.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { isViewing } from './start-viewing.ts'

type SubjectType = (typeof contract.presenceSubjects)[number]

export const stopViewing = handler(contract.stopViewing, async ({ tx, actor, params }) => {
  const left = await tx
    .deleteFrom('visits')
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .where('id', '=', params.visitId)
    .returning(['subject_type', 'subject_id'])
    .executeTakeFirst()
  if (!left) throw notFound(t`Visit`)
  const elsewhere = await tx
    .selectFrom('visits')
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .where('subject_type', '=', left.subject_type)
    .where('subject_id', '=', left.subject_id)
    .where(isViewing)
    .select(sql`1`.as('one'))
    .executeTakeFirst()
  if (!elsewhere)
    await announce(tx, actor.workspaceId, {
      kind: 'presence-changed',
      subjectType: left.subject_type as SubjectType,
      subjectId: left.subject_id,
      actorId: actor.userId,
    })
  return undefined
})
