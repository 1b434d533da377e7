import * as contract from '@muster/contract/second-factor.ts'
import { handler } from '../http/handler.ts'
import { installationRequires } from '../session/installation-requires.ts'
import { loadFactor } from './factor.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

export const getSecondFactor = handler(contract.getSecondFactor, async ({ tx, actor, services }) => {
  const [factor, recoveryCodesLeft, workspace] = await Promise.all([
    loadFactor(tx, actor),
    countRecoveryCodes(tx, actor),
    tx
      .selectFrom('workspaces')
      .where('id', '=', actor.workspaceId)
      .select('require_second_factor')
      .executeTakeFirstOrThrow(),
  ])
  const since = factor?.confirmed_at ?? null
  const required = workspace.require_second_factor || installationRequires(services.config, actor.role)
  return { enabled: since !== null, since, recoveryCodesLeft, required }
})
