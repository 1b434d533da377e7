import { browserCallSealContext } from '../browser-calls/browser-call-account.ts'
import { sealSecret } from '../session/sealed-secret.ts'
import { accountSealContext } from '../voice-campaigns/voice-account.ts'
import { phoneWhere } from './phone-where.ts'
import type { TestServer, TestUser } from './test-server.ts'

/** A workspace's account at Twilio, with which users call in the browser. */
export const twilioApp = {
  accountId: 'AC00000000000000000000000000000002',
  authToken: 'the auth token of Twilio',
  keyId: 'SK00000000000000000000000000000001',
  keySecret: 'the secret of the API key',
  appId: 'AP00000000000000000000000000000001',
  callerNumber: '+13125550148',
}

/** Sets up calls in the browser, and gives the person of an application a number where it is day: the same in each workspace. */
export async function seedBrowserCalls(
  { db }: TestServer,
  { workspaceId, id: userId }: TestUser,
  applicationId: string,
): Promise<void> {
  const account = accountSealContext(workspaceId, 'twilio')
  await db
    .insertInto('voice_accounts')
    .values({
      workspace_id: workspaceId,
      provider: 'twilio',
      account_id: twilioApp.accountId,
      sealed: await sealSecret(db, twilioApp.authToken, account),
      set_by: userId,
    })
    .execute()
  await db
    .insertInto('browser_call_settings')
    .values({
      workspace_id: workspaceId,
      key_id: twilioApp.keyId,
      sealed: await sealSecret(db, twilioApp.keySecret, browserCallSealContext(workspaceId)),
      app_id: twilioApp.appId,
      caller_number: twilioApp.callerNumber,
      set_by: userId,
    })
    .execute()
  await db
    .updateTable('candidates')
    .set({ phone: phoneWhere('day').replace(/\d{4}$/, '1000') })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', (eb) =>
      eb.selectFrom('applications').where('id', '=', applicationId).select('candidate_id'),
    )
    .execute()
}
