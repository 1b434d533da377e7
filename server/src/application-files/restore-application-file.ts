import * as contract from '@muster/contract/application-files.ts'
import { handler } from '../http/handler.ts'
import { markEntry } from './mark-entry.ts'

export const restoreApplicationFile = handler(
  contract.restoreApplicationFile,
  async ({ tx, actor, params }) => {
    await markEntry(tx, actor, params, false)
    return undefined
  },
)
