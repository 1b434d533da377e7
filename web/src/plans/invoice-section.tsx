import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { downloadInvoice, listInvoices } from '@muster/contract/invoices.ts'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { downloadFile } from '../exports/download-export.ts'
import { formatDay } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { formatMoney } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { ErrorState } from '../ui/state.tsx'
import { invoiceStateLabels } from './plan-labels.ts'
import classes from './plans-page.module.css'
import { invoiceFill, overdueText, StateDot } from './state-dot.tsx'

type Invoice = RowOf<typeof listInvoices>

/** Returns the due date, or when it was paid or voided. */
function dateText({ state, dueAt, paidAt, voidedAt }: Invoice): string {
  if (state === 'paid') return t`paid ${formatDay(paidAt ?? dueAt)}`
  if (state === 'void') return t`voided ${formatDay(voidedAt ?? dueAt)}`
  return t`due ${formatDay(dueAt)}`
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { id, number, state, totalMinor, currency, issuedAt, hostedUrl } = invoice
  return (
    <li className={classes.invoice}>
      <b>{number}</b>
      <span>{formatDay(issuedAt)}</span>
      <span>
        <StateDot fill={invoiceFill(invoice)}>
          {invoice.isOverdue ? overdueText() : t(invoiceStateLabels[state])}
        </StateDot>
        <span className={classes.caption}>{dateText(invoice)}</span>
      </span>
      <span className={classes.amount}>{formatMoney(totalMinor, currency)}</span>
      <span className={classes.end}>
        {hostedUrl ? (
          <Button
            component="a"
            href={hostedUrl}
            variant="subtle"
            color="gray"
            aria-label={t`Open invoice ${number} in Stripe`}
            leftSection={<IconExternalLink size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Open</Trans>
          </Button>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            aria-label={t`Download invoice ${number}`}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
            onClick={() => void downloadFile(downloadInvoice, { id })}
          >
            <Trans>Download</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}

/** Lists the workspace's invoices, newest first. */
export function InvoiceSection() {
  const pages = usePages(listInvoices, { query: {} })
  const search = getRouteApi('/plans').useSearch()
  return (
    <Section
      title={t`Invoices`}
      action={
        <LinkButton to="/plans" search={{ ...search, details: true }} resetScroll={false} variant="default">
          <Trans>Billing details…</Trans>
        </LinkButton>
      }
    >
      {pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <Skeleton height={80} />
      ) : pages.rows.length === 0 ? (
        <span className={classes.caption}>
          <Trans>No invoices yet. They appear here once you buy a plan.</Trans>
        </span>
      ) : (
        <ul className={classes.invoices}>
          {pages.rows.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} variant="subtle" color="gray">
        <Trans>Show older invoices</Trans>
      </ShowMore>
    </Section>
  )
}
