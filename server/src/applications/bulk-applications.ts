import * as contract from '@muster/contract/application-selection.ts'
import type { BodyOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { t } from '#texts'
import { AppError, invalid, notFound } from '../app-error.ts'
import { type Placement, placeApplications } from '../board/place-applications.ts'
import { missingOf } from '../custom-fields/required-to-move.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notifyMovedToSubmitted } from '../notifications/notify-submitted.ts'
import { maySetCallback } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { assertStaff } from '../users/assert-staff.ts'
import { deleteApplications } from './delete-applications.ts'
import { editApplications } from './edit-applications.ts'
import { type Refuse, targetsBeforeClosing, targetsOfType } from './find-targets.ts'
import { restoreDeleted } from './restore-application.ts'
import { setCustomFields } from './set-custom-fields.ts'

type Body = BodyOf<typeof contract.bulkApplications>
type Action = Body['action']

const needed: Record<Exclude<Action['kind'], 'callback'>, Permission> = {
  move: 'applications:move',
  assign: 'applications:write',
  tag: 'applications:write',
  setFields: 'applications:write',
  close: 'applications:close',
  reopen: 'applications:close',
  delete: 'applications:delete',
  restore: 'applications:delete',
}

interface Bulk {
  tx: Database
  services: Mailing
  actor: Actor
  ids: readonly string[]
  batchId: string
  refuse: Refuse
}

async function place(
  { tx, actor, batchId, refuse }: Bulk,
  action: Action,
  placements: Placement[],
): Promise<number> {
  const close = action.kind === 'close' ? action : undefined
  const filling =
    action.kind === 'move' || action.kind === 'close' || action.kind === 'reopen' ? action : undefined
  const cause = action.kind === 'move' ? 'bulk' : action.kind === 'reopen' ? 'reopen' : 'close'
  return (await placeApplications(tx, actor, placements, { cause, batchId, close, filling, refuse })).changed
}

async function restoreApplications({ tx, actor, ids, batchId, refuse }: Bulk): Promise<number> {
  let restored = 0
  // Locks the statuses in one global order to avoid deadlocks.
  for (const id of ids.toSorted()) {
    try {
      await restoreDeleted(tx, actor, id, batchId)
      restored += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refuse(id, error)
    }
  }
  return restored
}

async function apply(bulk: Bulk, action: Action): Promise<number> {
  const { tx, services, actor, ids, batchId, refuse } = bulk
  switch (action.kind) {
    case 'move': {
      if ((action.toStatusId === undefined) === (action.toStatusType === undefined))
        throw invalid('action', t`Choose a status or a status type`)
      const placements = action.toStatusId
        ? [{ statusId: action.toStatusId, applicationIds: ids }]
        : await targetsOfType(tx, actor, ids, action.toStatusType!, refuse)
      const moved = await place(bulk, action, placements)
      if (moved > 0) await notifyMovedToSubmitted(tx, services, actor, { batchId, applicationIds: ids })
      return moved
    }
    case 'close':
      return place(
        bulk,
        action,
        await targetsOfType(tx, actor, ids, action.disposition === 'hired' ? 'hired' : 'closed', refuse),
      )
    case 'reopen':
      return place(bulk, action, await targetsBeforeClosing(tx, actor, ids, refuse))
    case 'assign':
      await assertStaff(tx, actor, action.ownerId, 'ownerId')
      return editApplications(
        tx,
        services,
        actor,
        ids,
        { kind: 'assign', ownerId: action.ownerId },
        batchId,
        refuse,
      )
    case 'callback':
    case 'tag':
      return editApplications(tx, services, actor, ids, action, batchId, refuse)
    case 'setFields':
      return setCustomFields(tx, actor, ids, action.customFields, batchId, refuse)
    case 'delete': {
      const deleted = await deleteApplications(tx, actor, ids, batchId)
      for (const id of ids) if (!deleted.includes(id)) refuse(id, notFound(t`Application`))
      return deleted.length
    }
    case 'restore':
      return restoreApplications(bulk)
  }
}

export const bulkApplications = handler(contract.bulkApplications, async ({ tx, services, actor, body }) => {
  if (body.action.kind !== 'callback') assertPermission(actor, needed[body.action.kind])
  else if (!maySetCallback(actor)) assertPermission(actor, 'calls:write')
  const refused: ResponseOf<typeof contract.bulkApplications>['refused'] = []
  const refuse = (applicationId: string, error: AppError) => {
    refused.push({ applicationId, code: error.code, message: error.message, missing: missingOf(error) })
  }
  const batchId = body.batchId ?? newId()
  const ids = [...new Set(body.applicationIds)]
  const changed = await apply({ tx, services, actor, ids, batchId, refuse }, body.action)
  return { changed, refused, batchId: changed > 0 ? batchId : null }
})
