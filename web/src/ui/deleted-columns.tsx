import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { formatDay } from './format.ts'

/** The last columns of a list of deleted rows: the date of deletion, and Restore. */
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
      // While the deleted rows load, the previous rows are still shown.
      cell: (row) => row.deletedAt && restore(row),
    },
  ]
}
