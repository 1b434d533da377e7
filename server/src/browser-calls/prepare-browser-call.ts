import * as contract from '@muster/contract/browser-calls.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { createAccessToken } from './access-token.ts'
import { loadBrowserCallAccount } from './browser-call-account.ts'
import { loadClaimedPerson } from './claimed-person.ts'

export const prepareBrowserCall = handler(contract.prepareBrowserCall, async ({ tx, actor, body }) => {
  const account = await loadBrowserCallAccount(tx, actor.workspaceId)
  if (!account) throw conflict(t`Calls in the browser are not set up in this workspace. Call by phone.`)
  await loadClaimedPerson(tx, actor, body.applicationId)
  return { callId: newId(), ...(await createAccessToken(account, actor.userId)) }
})
