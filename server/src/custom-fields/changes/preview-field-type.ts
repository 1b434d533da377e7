import * as contract from '@muster/contract/field-changes.ts'
import { handler } from '../../http/handler.ts'
import { findChangeableField } from '../present-field.ts'
import { assertSeesValues } from './assert-sees-values.ts'
import { previewType } from './preview-type.ts'

export const previewFieldType = handler(contract.previewFieldType, async ({ tx, actor, params, body }) => {
  const field = await findChangeableField(tx, actor, params.id)
  assertSeesValues(actor, field)
  const { to: _, ...preview } = await previewType(tx, actor, field, body)
  return preview
})
