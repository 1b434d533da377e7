import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { formatDay } from './format.ts'

/** What a list of deleted rows ends with: when each was deleted, and the way back. */
export function deletedColumns<Row extends { deletedAt: string | null }>(
  restore: (row: Row) => ReactNode,
): Column<Row>[] {
  return [
    {
      id: 'deleted',
      header: t`Deleted`,
      width: '120px',
      cell: ({ deletedAt }) => deletedAt && formatDay(deletedAt),
    },
    {
      id: 'restore',
      header: t`Restore`,
      headerHidden: true,
      width: '96px',
      align: 'right',
      // While the deleted ones load, those there are still stand in their place.
      cell: (row) => row.deletedAt && restore(row),
    },
  ]
}
