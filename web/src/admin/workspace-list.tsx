import { listWorkspaces } from '@muster/contract/admin.ts'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { EmptyState } from '../ui/state.tsx'

const columns: Column<RowOf<typeof listWorkspaces>>[] = [
  {
    id: 'name',
    header: 'Workspace',
    width: 'minmax(140px, 2fr)',
    cell: ({ name }) => <strong>{name}</strong>,
  },
  { id: 'users', header: 'Users', width: '80px', align: 'right', cell: ({ users }) => formatNumber(users) },
  {
    id: 'positions',
    header: 'Positions',
    width: '90px',
    align: 'right',
    from: 'sm',
    cell: ({ positions }) => formatNumber(positions),
  },
  {
    id: 'applications',
    header: 'Applications',
    width: '110px',
    align: 'right',
    cell: ({ applications }) => formatNumber(applications),
  },
  {
    id: 'createdAt',
    header: 'Since',
    from: 'sm',
    align: 'right',
    cell: ({ createdAt }) => formatDay(createdAt),
  },
]

export function WorkspaceList() {
  const pages = usePages(listWorkspaces)
  return (
    <DataTable
      label="Workspaces"
      columns={columns}
      pages={pages}
      empty={<EmptyState title="No workspaces" text="The first one is made when the server starts." />}
    />
  )
}
