import * as contract from '@muster/contract/api-keys.ts'
import { handler } from '../http/handler.ts'
import { loadApiKey } from './present-api-key.ts'

export const getApiKey = handler(contract.getApiKey, ({ tx, actor, params }) =>
  loadApiKey(tx, actor, params.id),
)
