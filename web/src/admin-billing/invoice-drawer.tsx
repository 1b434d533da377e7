import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import { invoiceStateLabels } from '../plans/plan-labels.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { formatMoney } from '../ui/money.ts'
import { useOpened } from '../ui/use-opened.ts'
import classes from './admin-billing.module.css'
import type { AdministeredInvoice } from './all-invoices.tsx'
import { InvoiceActions } from './invoice-actions.tsx'

function Summary({ invoice }: { invoice: AdministeredInvoice }) {
  const { workspace, billTo, state, issuedAt, dueAt, paidAt, voidedAt, note, totalMinor, currency } = invoice
  return (
    <DescriptionList>
      <dt>{t`Workspace`}</dt>
      <dd>
        <TextLink to="/admin/workspaces" search={{ open: workspace.id }}>
          {workspace.name}
        </TextLink>
      </dd>
      <dt>{t`Billed to`}</dt>
      <dd className={classes.address}>
        {[billTo.name, billTo.address, billTo.taxId, billTo.email].filter(Boolean).join('\n')}
      </dd>
      <dt>{t`State`}</dt>
      <dd>{t(invoiceStateLabels[state])}</dd>
      <dt>{t`Issued`}</dt>
      <dd>{formatDay(issuedAt)}</dd>
      <dt>{t({ message: 'Due', context: 'an invoice' })}</dt>
      <dd>{formatDay(dueAt)}</dd>
      {paidAt && (
        <>
          <dt>{t({ message: 'Paid', context: 'an invoice' })}</dt>
          <dd>{formatDay(paidAt)}</dd>
        </>
      )}
      {voidedAt && (
        <>
          <dt>{t({ message: 'Void', context: 'an invoice' })}</dt>
          <dd>{formatDay(voidedAt)}</dd>
        </>
      )}
      {note && (
        <>
          <dt>{t`Note`}</dt>
          <dd>{note}</dd>
        </>
      )}
      <dt>{t`Amount`}</dt>
      <dd>{formatMoney(totalMinor, currency)}</dd>
    </DescriptionList>
  )
}

/** Shows an invoice of any workspace with its actions. */
export function InvoiceDrawer({ invoice, onClose }: { invoice: AdministeredInvoice; onClose: () => void }) {
  const { number, lines, currency } = invoice
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={t`Invoice ${number}`}
    >
      <div className={classes.form}>
        <Summary invoice={invoice} />
        <ul className={classes.plain}>
          {lines.map((line) => (
            <li key={`${line.kind} ${line.from}`} className={classes.line}>
              <span>{line.kind === 'credit' ? t`Unused time on ${line.planName}` : line.planName}</span>
              <span>{formatMoney(line.amountMinor, currency)}</span>
            </li>
          ))}
        </ul>
        <InvoiceActions key={invoice.state} invoice={invoice} />
      </div>
    </Drawer>
  )
}
