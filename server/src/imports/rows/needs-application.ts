import { type ImportTarget, importDateFields, isCustomTarget } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import { isOfApplication } from '../custom/custom-targets.ts'
import type { MappedColumn, NormalisedRow } from '../meaning/normalise-candidate.ts'
import type { Reason } from './resolved-row.ts'

const fields = ['status', 'source', 'owner', 'tags', ...importDateFields] as const

/** The fields of a row of people alone that have a value which only an application can hold, with why it is not taken. */
export function cellsThatNeedApplication(
  columns: readonly MappedColumn[],
  { application, custom }: NormalisedRow,
): { field: ImportTarget; reason: Reason }[] {
  return columns.flatMap(({ field, header }) => {
    const found = fields.find((one) => one === field)
    const isFilled = found
      ? application[found] !== null && application[found].length > 0
      : isCustomTarget(field) && isOfApplication(field) && custom.some(({ target }) => target === field)
    if (!isFilled) return []
    const message = t`${quote(header)} is not imported: it belongs to an application, and no position is given`
    return [{ field, reason: { code: 'needs_application', message } }]
  })
}
