import * as contract from '@muster/contract/custom-fields.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { assertSameIds } from '../pipelines/stage-rules.ts'
import { loadFields, lockFields } from './load-fields.ts'
import { presentField } from './present-field.ts'

export const orderCustomFields = handler(contract.orderCustomFields, async ({ tx, actor, body, caller }) => {
  const { subject, ids } = body
  await lockFields(tx, actor.workspaceId)
  const before = await loadFields(tx, actor.workspaceId, subject)
  assertSameIds(
    ids,
    before.map(({ id }) => id),
    'ids',
  )
  await sql`
    update custom_fields as field set ordinal = place.ordinal - 1
    from unnest(${ids}::uuid[]) with ordinality as place (id, ordinal)
    where field.workspace_id = ${actor.workspaceId} and field.id = place.id
  `.execute(tx)
  const details = { subject, keys: ids.map((id) => before.find((field) => field.id === id)?.key) }
  await recordAudit(tx, { ...actor, ...caller, action: 'custom-field.ordered', details })
  await announce(tx, actor.workspaceId, { kind: 'custom-fields-changed', subject, actorId: actor.userId })
  const fields = await loadFields(tx, actor.workspaceId, subject)
  return { items: fields.map((field) => presentField(field, actor)) }
})
