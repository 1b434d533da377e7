import * as contract from '@muster/contract/admin-workspaces.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { presentUsage, selectUsage } from './present-workspace-usage.ts'

const maxOwners = 20

export const getAdministeredWorkspace = handler(
  contract.getAdministeredWorkspace,
  async ({ tx, services, params: { id } }) => {
    const row = await selectUsage(tx).where('workspaces.id', '=', id).executeTakeFirst()
    if (!row) throw notFound(t`Workspace`)
    const owners = await tx
      .selectFrom('users')
      .where('workspace_id', '=', id)
      .where('role', '=', 'owner')
      .where('status', '=', 'active')
      .orderBy('created_at')
      .orderBy('id')
      .limit(maxOwners)
      .select(['id', 'name', 'email', 'last_seen_at as lastSeenAt'])
      .execute()
    const invitation = await tx
      .selectFrom('invitations')
      .where('workspace_id', '=', id)
      .where('role', '=', 'owner')
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .orderBy('sent_at', 'desc')
      .limit(1)
      .select(['name', 'email', 'sent_at as sentAt', 'expires_at as expiresAt'])
      .executeTakeFirst()
    return {
      ...presentUsage(row, services.config.quotas),
      timezone: row.timezone,
      defaultCountry: row.default_country,
      owners,
      ownerInvitation: invitation ?? null,
    }
  },
)
