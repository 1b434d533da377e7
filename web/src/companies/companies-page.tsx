import { listCompanies } from '@muster/contract/companies.ts'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatDay, formatNumber, formatTotal } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './companies.module.css'
import type { CompaniesSearch } from './routes.ts'

type Company = RowOf<typeof listCompanies>

const AddCompanyDialog = lazy(() =>
  import('./add-company-dialog.tsx').then((module) => ({ default: module.AddCompanyDialog })),
)

const route = getRouteApi('/companies')

const columns: Column<Company>[] = [
  {
    id: 'name',
    header: 'Company',
    width: 'minmax(160px, 2fr)',
    sort: 'name',
    cell: (company) => (
      <TextLink to="/companies/$id" params={{ id: company.id }} className={classes.name}>
        {company.name}
      </TextLink>
    ),
  },
  {
    id: 'contact',
    header: 'Contact',
    from: 'sm',
    cell: (company) => company.contactName ?? company.contactEmail ?? company.contactPhone,
  },
  {
    id: 'positions',
    header: 'Open positions',
    width: '120px',
    align: 'right',
    cell: (company) => formatNumber(company.openPositions),
  },
  {
    id: 'applications',
    header: 'Open applications',
    width: '140px',
    align: 'right',
    from: 'sm',
    cell: (company) => (
      <TextLink to="/applications" search={{ companyId: [company.id] } as never} className={classes.count}>
        {formatNumber(company.openApplications)}
      </TextLink>
    ),
  },
  {
    id: 'created',
    header: 'Added',
    width: '110px',
    from: 'lg',
    sort: 'createdAt',
    cell: (company) => formatDay(company.createdAt),
  },
]

export function CompaniesPage() {
  const { add, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listCompanies, { query: search })
  const mayWrite = usePermission('companies:write')
  const change = (changes: CompaniesSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const addButton = mayWrite && (
    <LinkButton
      to="/companies"
      search={{ ...search, add: true }}
      leftSection={<IconPlus size={16} stroke={1.8} />}
    >
      Add company
    </LinkButton>
  )

  return (
    <Page
      title="Companies"
      fill
      actions={addButton}
      toolbar={
        <>
          <SearchInput label="Search companies" value={search.q} onChange={(q) => change({ q })} />
          {pages.total && <span className={classes.caption}>{formatTotal(pages.total)} companies</span>}
        </>
      }
    >
      <DataTable
        label="Companies"
        columns={columns}
        pages={pages}
        sort={search.sort ?? 'name'}
        onSort={(sort) => change({ sort: sort as CompaniesSearch['sort'] })}
        onOpen={(company) => navigate({ to: '/companies/$id', params: { id: company.id } })}
        empty={
          search.q ? (
            <EmptyState icon={IconBuilding} title={`No company is called “${search.q}”`} />
          ) : (
            <EmptyState
              icon={IconBuilding}
              title="No companies yet"
              text="Add the companies you hire for, then open positions at them."
              action={addButton}
            />
          )
        }
      />
      {mayWrite && (
        <Suspense>{add && <AddCompanyDialog onClose={() => change({ add: undefined })} />}</Suspense>
      )}
    </Page>
  )
}
