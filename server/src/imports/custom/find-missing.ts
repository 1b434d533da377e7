import { t } from '#texts'
import type { ImportOrder } from '../open-import.ts'
import type { ResolvedRow } from '../rows/resolved-row.ts'
import { isOfApplication } from './custom-targets.ts'
import type { CustomReading } from './custom-values.ts'

/** Returns the required fields that a row leaves empty. It is imported all the same, with a warning. */
export function findMissing(
  { customFields }: Pick<ImportOrder, 'customFields'>,
  said: readonly CustomReading[],
): ResolvedRow['missing'] {
  const missing: ResolvedRow['missing'] = { candidate: [], application: [] }
  for (const [target, { label, required }] of customFields) {
    if (!required.always || said.some((one) => one.target === target && one.isChoosable)) continue
    const message = t`The required field “${label}” is empty`
    missing[isOfApplication(target) ? 'application' : 'candidate'].push({
      column: null,
      code: 'required_field_empty',
      message,
      severity: 'warning',
    })
  }
  return missing
}
