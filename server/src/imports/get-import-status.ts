import * as contract from '@muster/contract/import-status.ts'
import { handler } from '../http/handler.ts'
import { loadImport } from './present-import.ts'

export const getImportStatus = handler(contract.getImportStatus, ({ tx, actor, params }) =>
  loadImport(tx, actor, params.id),
)
