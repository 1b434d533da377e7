import { t } from '@lingui/core/macro'
import { listWorkspaces } from '@muster/contract/admin.ts'
import { useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { EmptyState } from '../ui/state.tsx'

const workspaceColumns = (): Column<RowOf<typeof listWorkspaces>>[] => [
  {
    id: 'name',
    header: t`Workspace`,
    width: 'minmax(140px, 2fr)',
    cell: ({ name }) => <strong>{name}</strong>,
  },
  { id: 'users', header: t`Users`, width: '80px', align: 'right', cell: ({ users }) => formatNumber(users) },
  {
    id: 'positions',
    header: t`Positions`,
    width: '90px',
    align: 'right',
    from: 'sm',
    cell: ({ positions }) => formatNumber(positions),
  },
  {
    id: 'applications',
    header: t`Applications`,
    width: '110px',
    align: 'right',
    cell: ({ applications }) => formatNumber(applications),
  },
  {
    id: 'createdAt',
    header: t({ message: 'Since', context: 'day a workspace was made' }),
    width: '120px',
    from: 'sm',
    align: 'right',
    cell: ({ createdAt }) => formatDay(createdAt),
  },
]

export function WorkspaceList() {
  const columns = useMemo(workspaceColumns, [])
  const pages = usePages(listWorkspaces)
  return (
    <DataTable
      label={t`Workspaces`}
      columns={columns}
      pages={pages}
      empty={<EmptyState title={t`No workspaces`} text={t`The first one is made when the server starts.`} />}
    />
  )
}
