import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { LinkButton } from '../ui/link.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { AllInvoices } from './all-invoices.tsx'
import { PlanList } from './plan-list.tsx'
import { SellerForm } from './seller-form.tsx'

const route = getRouteApi('/admin/plans')

/** The plans, the invoices of all workspaces, and the seller's details. */
export function AdminPlansPage() {
  const search = route.useSearch()
  const { view } = search
  const tabs = [
    { id: 'plans', label: t`Plans`, view: undefined },
    { id: 'invoices', label: t`Invoices`, view: 'invoices' },
    { id: 'seller', label: t`Seller`, view: 'seller' },
  ] as const
  return (
    <Page
      title={t`Plans for sale`}
      fill={view === 'invoices'}
      actions={
        view === undefined ? (
          <LinkButton
            to="/admin/plans"
            search={{ ...search, add: true }}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Create plan</Trans>
          </LinkButton>
        ) : undefined
      }
      toolbar={
        <LinkTabs
          tabs={tabs.map(({ id, label, view: shown }) => ({
            id,
            label,
            to: '/admin/plans',
            search: { view: shown },
            active: view === shown,
          }))}
        />
      }
    >
      {view === undefined && <PlanList />}
      {view === 'invoices' && <AllInvoices />}
      {view === 'seller' && <SellerForm />}
    </Page>
  )
}
