import * as contract from '@muster/contract/admin-workspaces.ts'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { assertTimezone } from '../database/assert-timezone.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { createWorkspace as insertWorkspace } from '../workspaces/create-workspace.ts'
import { assertEmailUnused, inviteOwner } from './invite-owner.ts'
import { loadUsage } from './present-workspace-usage.ts'

export const createWorkspace = handler(
  contract.createWorkspace,
  async ({ tx, actor, body, caller, services }) => {
    if (!isSupportedCountry(body.defaultCountry))
      throw invalid('defaultCountry', t`Enter a country code, such as US`)
    await assertTimezone(tx, body.timezone)
    await assertEmailUnused(tx, body.ownerEmail, 'ownerEmail')
    await reserveMail(tx, services.config, { ...actor, recipient: body.ownerEmail })
    const { workspaceId } = await insertWorkspace(tx, body)
    await recordAudit(tx, {
      workspaceId,
      userId: actor.userId,
      action: 'workspace.created',
      ip: caller.ip,
      details: { name: body.name, owner: body.ownerEmail, by: actor.name },
    })
    await inviteOwner(tx, services, {
      workspaceId,
      workspaceName: body.name,
      inviter: actor.name,
      name: body.ownerName,
      email: body.ownerEmail,
    })
    return loadUsage(tx, workspaceId, services.config.quotas)
  },
)
