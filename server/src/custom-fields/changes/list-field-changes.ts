import * as contract from '@muster/contract/field-changes.ts'
import { handler } from '../../http/handler.ts'
import { findUsedField } from '../present-field.ts'
import { loadChanges, presentChange } from './present-change.ts'

export const listFieldChanges = handler(contract.listFieldChanges, async ({ tx, actor, params }) => {
  const field = await findUsedField(tx, actor, params.id)
  return { items: (await loadChanges(tx, actor.workspaceId, field.id)).map(presentChange) }
})
