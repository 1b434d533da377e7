import * as contract from '@muster/contract/custom-fields.ts'
import { handler } from '../http/handler.ts'
import { findField, presentField } from './present-field.ts'

export const getCustomField = handler(contract.getCustomField, async ({ tx, actor, params }) =>
  presentField(await findField(tx, actor, params.id), actor),
)
