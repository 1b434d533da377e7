import * as contract from '@muster/contract/privacy.ts'
import { handler } from '../http/handler.ts'
import { loadRetention } from './present-retention.ts'

export const getRetention = handler(contract.getRetention, ({ tx, actor }) =>
  loadRetention(tx, actor.workspaceId),
)
