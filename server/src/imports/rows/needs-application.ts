import { importDateFields } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import type { MappedColumn, NormalisedRow } from '../meaning/normalise-candidate.ts'
import { quote } from '../meaning/reading.ts'
import type { Problem } from './resolved-row.ts'

const fields = ['status', 'source', 'owner', 'tags', ...importDateFields] as const

/** Says what a row of people alone has that only an application can hold. */
export function noteWhatNeedsApplication(
  columns: readonly MappedColumn[],
  { application }: NormalisedRow,
): Problem[] {
  return columns.flatMap(({ field, header }) => {
    const found = fields.find((one) => one === field)
    if (!found || application[found] === null || application[found].length === 0) return []
    const message = t`${quote(header)} is not taken: it is of an application, and no position is given`
    return [{ column: header, code: 'needs_application', message, severity: 'error' as const }]
  })
}
