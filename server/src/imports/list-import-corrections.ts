import * as contract from '@muster/contract/import-preview.ts'
import { handler } from '../http/handler.ts'
import { loadCorrections } from './corrections.ts'
import { assertMayReadRows } from './may-read-rows.ts'
import { loadImport } from './present-import.ts'

export const listImportCorrections = handler(
  contract.listImportCorrections,
  async ({ tx, actor, params }) => {
    const { id, createdBy } = await loadImport(tx, actor, params.id)
    assertMayReadRows(actor, createdBy.id, 'shown')
    return { items: await loadCorrections(tx, actor.workspaceId, id) }
  },
)
