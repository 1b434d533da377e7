import { t } from '@lingui/core/macro'
import { restoreCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import type { CustomField } from '../custom-field.ts'
import { countedFieldsQuery, fieldsChanged } from './fields-query.ts'

/** Restores a retired field with its values. Returns whether it succeeded. */
export async function restoreField({ id, label }: CustomField): Promise<boolean> {
  try {
    await call(restoreCustomField, { params: { id } })
    await fieldsChanged()
    toast(t`Restored “${label}”`)
    return true
  } catch (error) {
    toastError(error, t`“${label}” not restored`)
    return false
  }
}

/** Retires a field at once, with Undo: its values are kept. */
export async function retireField(field: CustomField): Promise<void> {
  const { id, label, subject } = field
  const { queryKey } = countedFieldsQuery(subject)
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, { items: before.items.filter((each) => each.id !== id) })
  try {
    await call(retireCustomField, { params: { id } })
    await fieldsChanged()
    toast(t`Retired “${label}”`, () => void restoreField(field))
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    toastError(error, t`“${label}” not retired`)
  }
}
