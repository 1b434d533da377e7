import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { exportCompanies, listCompanies } from '@muster/contract/companies.ts'
import { IconBuilding, IconPlus, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { usePages } from '../api/pages.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DeletedChip } from '../ui/deleted-chip.tsx'
import { formatTotal } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { ListTotal } from '../ui/list-total.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { CompanyCard, companyColumns } from './company-columns.tsx'
import type { CompaniesSearch } from './routes.ts'

const AddCompanyDialog = lazy(() =>
  import('./add-company-dialog.tsx').then((module) => ({ default: module.AddCompanyDialog })),
)

const route = getRouteApi('/companies')

function NoCompanies({ search, addButton }: { search: CompaniesSearch; addButton: ReactNode }) {
  const showAll = (
    <LinkButton to="/companies" variant="default">
      <Trans>Show all companies</Trans>
    </LinkButton>
  )
  if (search.q) {
    return <EmptyState icon={IconBuilding} title={t`No companies match “${search.q}”`} action={showAll} />
  }
  if (search.deleted) {
    return (
      <EmptyState
        icon={IconTrash}
        title={t`No deleted companies`}
        text={t`Deleted companies stay here for 30 days and can be restored.`}
        action={showAll}
      />
    )
  }
  return (
    <EmptyState
      icon={IconBuilding}
      title={t`No companies yet`}
      text={t`Add the companies you hire for, then open positions for them.`}
      action={addButton}
    />
  )
}

/** Lists the companies of the workspace. */
export function CompaniesPage() {
  const { add, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listCompanies, { query: search })
  const mayWrite = usePermission('companies:write')
  const deleted = search.deleted === 'true'
  const columns = useMemo(() => companyColumns(deleted), [deleted])
  // Stays mounted once opened, so that its closing animation plays.
  const [asked, setAsked] = useState(false)
  if (add && !asked) setAsked(true)
  const change = (changes: CompaniesSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const addButton = mayWrite && (
    <LinkButton
      to="/companies"
      search={{ ...search, add: true }}
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
    >
      <Trans>Add company</Trans>
    </LinkButton>
  )
  const total = pages.total && formatTotal(pages.total)

  return (
    <Page
      title={t`Companies`}
      fill
      actions={addButton}
      toolbar={
        <>
          <SearchInput label={t`Search companies`} value={search.q} onChange={(q) => change({ q })} />
          {mayWrite && <DeletedChip deleted={deleted} onChange={(deleted) => change({ deleted })} />}
          <ListTotal>
            {pages.total &&
              plural(pages.total.value, { one: `${total} company`, other: `${total} companies` })}
          </ListTotal>
          <ExportListButton endpoint={exportCompanies} query={search} />
        </>
      }
    >
      <DataTable
        label={t`Companies`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? 'name'}
        onSort={(sort) => change({ sort: sort as CompaniesSearch['sort'] })}
        onOpen={
          deleted ? undefined : (company) => navigate({ to: '/companies/$id', params: { id: company.id } })
        }
        card={CompanyCard}
        placeKey={`companies ${JSON.stringify(search)}`}
        empty={<NoCompanies search={search} addButton={addButton} />}
      />
      {mayWrite && asked && (
        <Suspense>
          <AddCompanyDialog opened={add === true} onClose={() => change({ add: undefined })} />
        </Suspense>
      )}
    </Page>
  )
}
