import { createCustomField } from './create-custom-field.ts'
import { getCustomField } from './get-custom-field.ts'
import { listCustomFields } from './list-custom-fields.ts'
import { orderCustomFields } from './order-custom-fields.ts'
import { restoreCustomField } from './restore-custom-field.ts'
import { retireCustomField } from './retire-custom-field.ts'
import { updateCustomField } from './update-custom-field.ts'

export const customFieldRoutes = [
  listCustomFields,
  orderCustomFields,
  createCustomField,
  getCustomField,
  updateCustomField,
  retireCustomField,
  restoreCustomField,
]
