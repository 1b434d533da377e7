import type { FieldValue } from '@muster/contract/field-values.ts'
import { isCustomTarget } from '@muster/contract/import-fields.ts'
import { asLogged } from '../../applications/update-application.ts'
import { showValue } from '../../custom-fields/read-values.ts'
import type { CustomTargets } from './custom-targets.ts'

interface Known {
  customFields: CustomTargets
  userNames: ReadonlyMap<string, string>
}

/** Returns the value of a field as the history has it. */
export function describeValue(
  { customFields, userNames }: Known,
  name: string,
  value: unknown,
): string | null {
  const field = isCustomTarget(name) ? customFields.get(name) : undefined
  if (!field) return asLogged(value)
  return showValue((value ?? null) as FieldValue | null, field, userNames)
}
