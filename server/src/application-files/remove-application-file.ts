import * as contract from '@muster/contract/application-files.ts'
import { handler } from '../http/handler.ts'
import { markEntry } from './mark-entry.ts'

export const removeApplicationFile = handler(
  contract.removeApplicationFile,
  async ({ tx, actor, params }) => {
    await markEntry(tx, actor, params, true)
    return undefined
  },
)
