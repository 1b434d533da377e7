import type { CustomImportField } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import { isRequiredIn } from '../../custom-fields/required-to-move.ts'
import type { ImportOrder } from '../open-import.ts'
import type { Destination, Problem } from '../rows/resolved-row.ts'
import { isOfApplication } from './custom-targets.ts'
import type { CustomReading } from './custom-values.ts'

/** A required custom field that a row leaves empty. */
export interface MissingValue {
  target: CustomImportField
  isOfApplication: boolean
  /** Required of every new row; else only in the status that the application goes to. */
  isAlways: boolean
  /** Required in the status that the application goes to. */
  isInStatus: boolean
  problem: Problem
}

/**
 * Returns the required fields that a row leaves empty. It is imported all the same, with a warning: refusing it would lose
 * what has happened.
 */
export function findMissing(
  { namedFields }: Pick<ImportOrder, 'namedFields'>,
  said: readonly CustomReading[],
  destination: Destination | null,
): MissingValue[] {
  const missing: MissingValue[] = []
  for (const [target, field] of namedFields) {
    const isAlways = field.required.always
    const isInStatus = destination !== null && isRequiredIn(field, destination.status.type)
    if (!isAlways && !isInStatus) continue
    if (said.some((one) => one.target === target && one.isChoosable)) continue
    const { label } = field
    missing.push({
      target,
      isOfApplication: isOfApplication(target),
      isAlways,
      isInStatus,
      problem: {
        column: null,
        code: 'required_field_empty',
        message: isAlways
          ? t`The required field “${label}” is empty`
          : t`The field “${label}” is empty, which ${quote(destination!.status.name)} requires`,
        severity: 'warning',
      },
    })
  }
  return missing
}
