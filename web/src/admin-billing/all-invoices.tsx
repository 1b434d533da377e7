import { plural, t } from '@lingui/core/macro'
import { listAllInvoices } from '@muster/contract/invoices.ts'
import { IconReceipt } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { invoiceStateLabels } from '../plans/plan-labels.ts'
import { invoiceFill, overdueText, StateDot } from '../plans/state-dot.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatDay, formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { formatMoney } from '../ui/money.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './admin-billing.module.css'
import { type AdminPlansSearch, invoiceStateKeys } from './admin-billing-search.ts'

export type AdministeredInvoice = RowOf<typeof listAllInvoices>

const InvoiceDrawer = lazy(() =>
  import('./invoice-drawer.tsx').then((module) => ({ default: module.InvoiceDrawer })),
)

const route = getRouteApi('/admin/plans')

function InvoiceNumber({ invoice: { id, number } }: { invoice: AdministeredInvoice }) {
  return (
    <TextLink
      from="/admin/plans"
      to="/admin/plans"
      search={(now) => ({ ...now, open: id })}
      className={classes.link}
    >
      {number}
    </TextLink>
  )
}

function State({ invoice }: { invoice: AdministeredInvoice }) {
  return (
    <StateDot fill={invoiceFill(invoice)}>
      {invoice.isOverdue ? overdueText() : t(invoiceStateLabels[invoice.state])}
    </StateDot>
  )
}

const invoiceColumns = (): Column<AdministeredInvoice>[] => [
  {
    id: 'number',
    header: t`Invoice`,
    width: '150px',
    cell: (invoice) => <InvoiceNumber invoice={invoice} />,
  },
  {
    id: 'workspace',
    header: t`Workspace`,
    width: 'minmax(160px, 2fr)',
    cell: ({ workspace }) => <span className={classes.cut}>{workspace.name}</span>,
  },
  { id: 'state', header: t`State`, width: '140px', cell: (invoice) => <State invoice={invoice} /> },
  {
    id: 'total',
    header: t`Amount`,
    width: '130px',
    align: 'right',
    cell: ({ totalMinor, currency }) => formatMoney(totalMinor, currency),
  },
  {
    id: 'issued',
    header: t`Issued`,
    width: '120px',
    align: 'right',
    cell: ({ issuedAt }) => formatDay(issuedAt),
  },
  {
    id: 'due',
    header: t({ message: 'Due', context: 'an invoice' }),
    width: '120px',
    align: 'right',
    from: 'lg',
    cell: ({ dueAt }) => formatDay(dueAt),
  },
]

function InvoiceCard({ invoice }: { invoice: AdministeredInvoice }) {
  return (
    <div className={classes.card}>
      <span className={classes.who}>
        <InvoiceNumber invoice={invoice} />
        <span className={classes.caption}>{invoice.workspace.name}</span>
      </span>
      <span className={classes.cardEnd}>
        <span>{formatMoney(invoice.totalMinor, invoice.currency)}</span>
        <State invoice={invoice} />
      </span>
    </div>
  )
}

/** Lists the invoices of all workspaces. */
export function AllInvoices() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: AdminPlansSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const query = { q: search.q, state: search.state }
  const pages = usePages(listAllInvoices, { query })
  const columns = useMemo(invoiceColumns, [])
  const total = pages.total && formatTotal(pages.total)
  const opened = pages.rows.find(({ id }) => id === search.open)
  const filtered = search.q !== undefined || search.state !== undefined
  return (
    <>
      <ListToolbar
        total={
          pages.total && plural(pages.total.value, { one: `${total} invoice`, other: `${total} invoices` })
        }
      >
        <SearchInput
          label={t`Search by number or workspace`}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <ChoiceChip
          label={t`State`}
          any={t`any`}
          choices={invoiceStateKeys.map((value) => ({ value, label: t(invoiceStateLabels[value]) }))}
          values={search.state}
          onChange={(state) => change({ state: state as AdminPlansSearch['state'] })}
        />
      </ListToolbar>
      <DataTable
        label={t`Invoices`}
        columns={columns}
        pages={pages}
        activeId={search.open}
        onOpen={({ id }) => change({ open: id })}
        card={(invoice) => <InvoiceCard invoice={invoice} />}
        placeKey={`admin invoices ${JSON.stringify(query)}`}
        empty={
          <EmptyState
            icon={IconReceipt}
            title={filtered ? t`No invoices match` : t`No invoices yet`}
            text={
              filtered
                ? t`Try a different search, or clear the filter.`
                : t`Invoices appear here once a workspace buys a plan.`
            }
          />
        }
      />
      <Suspense>
        {opened && <InvoiceDrawer invoice={opened} onClose={() => change({ open: undefined })} />}
      </Suspense>
    </>
  )
}
