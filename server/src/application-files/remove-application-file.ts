import * as contract from '@muster/contract/application-files.ts'
import { handler } from '../http/handler.ts'
import { setFileRemoved } from './set-file-removed.ts'

export const removeApplicationFile = handler(
  contract.removeApplicationFile,
  async ({ tx, actor, params }) => {
    await setFileRemoved(tx, actor, params, true)
    return undefined
  },
)
