import { t } from '@lingui/core/macro'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { formatDay } from '../ui/format.ts'
import { formatPhone } from '../ui/phone.ts'
import type { PreviewRow } from './use-preview.ts'

type Cell = PreviewRow['cells'][number]

const consents: Record<string, () => string> = {
  given: () => t`Given`,
  withdrawn: () => t({ message: 'Withdrawn', context: 'consent' }),
  unknown: () => t`Unknown`,
}

/** A cell as it will be seen once it is imported; what is not taken stands as it is in the file. */
export function cellText({ value, stored }: Cell, field: ImportTarget | undefined): string {
  if (stored === null) return value.trim()
  switch (field) {
    case 'phone':
      return formatPhone(stored)
    case 'appliedAt':
    case 'statusAt':
    case 'hiredAt':
    case 'closedAt':
      return formatDay(stored)
    case 'doNotCall':
      return stored === 'true' ? t`Yes` : t`No`
    case 'consent':
      return consents[stored]?.() ?? stored
    default:
      return stored
  }
}

/** What the file says, where that is not what is shown. */
export function inFile(cell: Cell, shown: string): string | null {
  const said = (cell.original ?? cell.value).trim()
  return said === shown ? null : said
}
