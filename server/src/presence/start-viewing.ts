import * as contract from '@muster/contract/presence.ts'
import { sql } from 'kysely'
import { assertBoardVisible } from '../board/board-subject.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { userScope } from '../policies/user-scope.ts'
import { assertVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

const heartbeatSeconds = 15
/** Three heartbeats by the database's clock: one may be late and one lost. */
const expireAfterSeconds = 45

export const isViewing = sql<boolean>`visits.seen_at > now() - make_interval(secs => ${expireAfterSeconds})`

interface Visit {
  visitId: string
  subjectType: (typeof contract.presenceSubjects)[number]
  subjectId: string
}

/**
 * Stores the visit.
 * @returns whether the user did not view the subject before, on this page or another
 */
async function storeVisit(tx: Database, actor: Actor, visit: Visit): Promise<boolean> {
  const { rows } = await sql<{ arrived: boolean }>`
    with stored as (
      insert into visits (workspace_id, user_id, id, subject_type, subject_id)
      values (${actor.workspaceId}, ${actor.userId}, ${visit.visitId}, ${visit.subjectType}, ${visit.subjectId})
      on conflict (workspace_id, user_id, id) do update
        set seen_at = now(), subject_type = excluded.subject_type, subject_id = excluded.subject_id
    )
    select not exists (
      select from visits
      where workspace_id = ${actor.workspaceId} and user_id = ${actor.userId}
        and subject_type = ${visit.subjectType} and subject_id = ${visit.subjectId} and ${isViewing}
    ) as arrived
  `.execute(tx)
  return rows[0]!.arrived
}

export const startViewing = handler(contract.startViewing, async ({ tx, actor, body }) => {
  const { subjectType, subjectId } = body
  if (subjectType === 'board') await assertBoardVisible(tx, actor, subjectId)
  else await assertVisible(tx, actor, subjectId)
  const arrived = await storeVisit(tx, actor, body)
  if (arrived)
    await announce(tx, actor.workspaceId, {
      kind: 'presence-changed',
      subjectType,
      subjectId,
      actorId: actor.userId,
    })
  const others = await tx
    .selectFrom('visits')
    .innerJoin('users', (join) =>
      join.onRef('users.workspace_id', '=', 'visits.workspace_id').onRef('users.id', '=', 'visits.user_id'),
    )
    .where('visits.workspace_id', '=', actor.workspaceId)
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .where('visits.user_id', '<>', actor.userId)
    .where(userScope(actor))
    .where(isViewing)
    .groupBy(['users.id', 'users.name'])
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(50)
    .select(['users.id', 'users.name'])
    .execute()
  return { others, heartbeatSeconds }
})
