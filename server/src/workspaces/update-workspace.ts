import type { BodyOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/workspace.ts'
import { sql } from 'kysely'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { t } from '#texts'
import { invalid, staleVersion } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { assertTimezone } from '../database/assert-timezone.ts'
import { changedColumns } from '../database/changed-columns.ts'
import type { Workspaces } from '../database/schema.generated.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { evictSessions } from '../session/authenticate.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { loadWorkspace } from './present-workspace.ts'

const columns = {
  name: 'name',
  timezone: 'timezone',
  defaultCountry: 'default_country',
  requireSecondFactor: 'require_second_factor',
} as const satisfies Record<
  Exclude<keyof BodyOf<typeof contract.updateWorkspace>, 'version'>,
  keyof Workspaces
>

export const updateWorkspace = handler(
  contract.updateWorkspace,
  async ({ tx, actor, body, caller, services, afterCommit }) => {
    if (body.defaultCountry !== undefined && !isSupportedCountry(body.defaultCountry))
      throw invalid('defaultCountry', t`Enter a country code, such as US`)
    if (body.timezone !== undefined) await assertTimezone(tx, body.timezone)
    if (body.requireSecondFactor && !(await hasSecondFactor(tx, actor)))
      throw invalid('requireSecondFactor', t`Set up 2FA for your own account first`)
    const updated = await tx
      .updateTable('workspaces')
      .set({ ...changedColumns(body, columns), version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', actor.workspaceId)
      .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
      .executeTakeFirst()
    const after = await loadWorkspace(tx, services.config, actor.workspaceId)
    if (updated.numUpdatedRows === 0n) throw staleVersion(after.version)
    const { version: _, ...details } = body
    await recordAudit(tx, { ...actor, action: 'workspace.changed', ip: caller.ip, details })
    // Users without 2FA must be affected at once.
    if (body.requireSecondFactor !== undefined)
      await announceAccessChanged(tx, {
        workspaceId: actor.workspaceId,
        userIds: null,
        actorId: actor.userId,
      })
    afterCommit(() => evictSessions(services.db))
    return after
  },
)
