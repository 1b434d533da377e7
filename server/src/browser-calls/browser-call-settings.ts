import * as contract from '@muster/contract/browser-calls.ts'
import { sql } from 'kysely'
import type { CountryCode } from 'libphonenumber-js'
import type { z } from 'zod'
import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { readPhone } from '../contact-formats/read-phone.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { sealSecret } from '../session/sealed-secret.ts'
import { browserCallSealContext, findSettings } from './browser-call-account.ts'
import { refreshPagePolicy } from './page-policy.ts'
import { dialUrl } from './webhook-urls.ts'

async function findAccountId(tx: Database, { workspaceId }: Actor): Promise<string | null> {
  const account = await tx
    .selectFrom('voice_accounts')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', 'twilio')
    .select('account_id')
    .executeTakeFirst()
  return account?.account_id ?? null
}

async function presentSettings(
  tx: Database,
  actor: Actor,
  { config }: Services,
): Promise<z.input<typeof contract.browserCallSettings>> {
  const settings = await findSettings(tx, actor.workspaceId)
  return {
    accountId: await findAccountId(tx, actor),
    keyId: settings?.key_id ?? null,
    appId: settings?.app_id ?? null,
    callerNumber: settings?.caller_number ?? null,
    setAt: settings?.set_at ?? null,
    url: dialUrl(config, actor.workspaceId),
  }
}

export const getBrowserCallSettings = handler(contract.getBrowserCallSettings, ({ tx, actor, services }) =>
  presentSettings(tx, actor, services),
)

/** @throws VALIDATION unless it is one whole number */
function readCallerNumber(typed: string, { workspace }: Actor): string {
  const { value } = readPhone(typed, workspace.defaultCountry as CountryCode)
  if (!value || value.extension)
    throw invalid('callerNumber', t`Enter the number with its country code, such as +13125550148`)
  return value.e164
}

export const setBrowserCallSettings = handler(
  contract.setBrowserCallSettings,
  async ({ tx, actor, body, caller, services, afterCommit }) => {
    const { workspaceId, userId } = actor
    const { keyId, keySecret, appId } = body
    if (!(await findAccountId(tx, actor)))
      throw conflict(
        t`Save the Account SID and the auth token of Twilio under “Keys for placing calls” first`,
      )
    const known = await findSettings(tx, workspaceId)
    if (!keySecret && known?.key_id !== keyId) throw invalid('keySecret', t`Enter the secret of this API key`)
    const values = {
      key_id: keyId,
      sealed: keySecret
        ? await sealSecret(tx, keySecret, browserCallSealContext(workspaceId))
        : known!.sealed,
      app_id: appId,
      caller_number: readCallerNumber(body.callerNumber, actor),
      set_by: userId,
    }
    await tx
      .insertInto('browser_call_settings')
      .values({ workspace_id: workspaceId, ...values })
      .onConflict((set) => set.column('workspace_id').doUpdateSet({ ...values, set_at: sql`now()` }))
      .execute()
    await recordAudit(tx, {
      ...actor,
      action: 'browser-calls.set',
      ip: caller.ip,
      userAgent: caller.userAgent,
      details: { callerNumber: values.caller_number },
    })
    afterCommit(() => refreshPagePolicy(services))
    return presentSettings(tx, actor, services)
  },
)

export const removeBrowserCallSettings = handler(
  contract.removeBrowserCallSettings,
  async ({ tx, actor, caller, services, afterCommit }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('browser_call_settings')
      .where('workspace_id', '=', actor.workspaceId)
      .executeTakeFirst()
    if (numDeletedRows > 0n)
      await recordAudit(tx, {
        ...actor,
        action: 'browser-calls.removed',
        ip: caller.ip,
        userAgent: caller.userAgent,
      })
    afterCommit(() => refreshPagePolicy(services))
    return undefined
  },
)

export const getBrowserCalls = handler(contract.getBrowserCalls, async ({ tx, actor }) => ({
  configured: (await findSettings(tx, actor.workspaceId)) !== undefined,
}))
