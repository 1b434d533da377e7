import { listImports } from '@muster/contract/imports.ts'
import { IconFileImport, IconUpload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { When } from '../ui/age.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { ImportState } from './import-state.tsx'
import classes from './imports.module.css'

type Import = RowOf<typeof listImports>

const route = getRouteApi('/imports')

const count = (header: string, value: (one: Import) => number): Column<Import> => ({
  id: header,
  header,
  width: '92px',
  align: 'right',
  from: 'sm',
  cell: (one) => formatNumber(value(one)),
})

const columns: Column<Import>[] = [
  {
    id: 'file',
    header: 'File',
    width: 'minmax(160px, 2fr)',
    cell: (one) => (
      <TextLink to="/imports/new" search={{ id: one.id }} className={classes.name}>
        {one.fileName}
      </TextLink>
    ),
  },
  { id: 'state', header: 'State', width: '120px', cell: (one) => <ImportState state={one.state} /> },
  count('Rows', (one) => one.total ?? one.processed),
  count('Created', (one) => one.created),
  count('Updated', (one) => one.updated),
  count('Skipped', (one) => one.skipped),
  count('Not taken', (one) => one.conflicts + one.invalid),
  { id: 'by', header: 'By', width: '140px', from: 'lg', cell: (one) => one.createdBy.name },
  {
    id: 'at',
    header: 'Started',
    width: '130px',
    cell: (one) => <When at={one.startedAt ?? one.createdAt} />,
  },
]

export function ImportsPage() {
  const navigate = route.useNavigate()
  const pages = usePages(listImports, { query: {} })
  const start = (
    <LinkButton to="/imports/new" leftSection={<IconUpload size={16} stroke={1.8} />}>
      Import
    </LinkButton>
  )
  return (
    <Page title="Imports" fill actions={start}>
      <DataTable
        label="Imports"
        columns={columns}
        pages={pages}
        onOpen={(one) => navigate({ to: '/imports/new', search: { id: one.id } })}
        empty={
          <EmptyState
            icon={IconFileImport}
            title="Nothing was imported yet"
            text="Take in applications from a CSV or Excel file; you see what will happen before it does."
            action={start}
          />
        }
      />
    </Page>
  )
}
