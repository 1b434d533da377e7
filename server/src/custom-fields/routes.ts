import { changeFieldType } from './changes/change-field-type.ts'
import { listEmptiedValues } from './changes/list-emptied-values.ts'
import { listFieldChanges } from './changes/list-field-changes.ts'
import { mergeFieldOptions } from './changes/merge-field-options.ts'
import { previewFieldType } from './changes/preview-field-type.ts'
import { undoFieldChange } from './changes/undo-field-change.ts'
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
  previewFieldType,
  changeFieldType,
  mergeFieldOptions,
  listFieldChanges,
  listEmptiedValues,
  undoFieldChange,
]
