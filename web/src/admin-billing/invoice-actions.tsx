import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { downloadAnyInvoice, markInvoicePaid, voidInvoice } from '@muster/contract/invoices.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { downloadFile } from '../exports/download-export.ts'
import { confirm } from '../ui/confirm.tsx'
import { formatMoney } from '../ui/money.ts'
import { Part } from '../ui/part.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './admin-billing.module.css'
import type { AdministeredInvoice } from './all-invoices.tsx'
import { billingChanged } from './billing-changed.ts'

/** Marks an invoice as paid or void, with a note. Neither can be undone. */
export function InvoiceActions({ invoice }: { invoice: AdministeredInvoice }) {
  const { id, number, can, hostedUrl, totalMinor, currency } = invoice
  const params = { id }
  const [note, setNote] = useState('')
  const pay = useMutation({
    mutationFn: () => call(markInvoicePaid, { params, body: note.trim() ? { note } : {} }),
    onSuccess: () => {
      void billingChanged()
      toast(t`${number} marked as paid`)
    },
    onError: (error) => toastError(error, t`${number} not changed`),
  })
  const voiding = useMutation({
    mutationFn: () => call(voidInvoice, { params, body: { reason: note } }),
    onSuccess: () => {
      void billingChanged()
      toast(t`${number} voided`)
    },
    onError: (error) => toastError(error, t`${number} not changed`),
  })
  async function askPay() {
    const amount = formatMoney(totalMinor, currency)
    const sure = await confirm({
      title: t`Mark ${number} as paid?`,
      text: t`Confirms that you received ${amount}. The subscription is updated immediately. You cannot undo this.`,
      action: t`Mark as paid`,
    })
    if (sure) pay.mutate()
  }
  async function askVoid() {
    const sure = await confirm({
      title: t`Void ${number}?`,
      text: t`The invoice is no longer due. Its number is not reused. The order it belongs to is withdrawn.`,
      action: t({ message: 'Void invoice', context: 'button' }),
    })
    if (sure) voiding.mutate()
  }
  const empty = note.trim() === ''
  return (
    <Part>
      {(can.markPaid || can.void) && (
        <TextInput
          label={t`Note`}
          description={t`For example, how it was paid or why it is void`}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        {hostedUrl ? (
          <Button component="a" href={hostedUrl} variant="default">
            <Trans>Open in Stripe</Trans>
          </Button>
        ) : (
          <Button
            variant="default"
            aria-label={t`Download invoice ${number}`}
            onClick={() => void downloadFile(downloadAnyInvoice, params)}
          >
            <Trans>Download</Trans>
          </Button>
        )}
        {can.void && (
          <Button
            variant="default"
            loading={voiding.isPending}
            disabled={empty}
            title={empty ? t`Enter a reason first` : undefined}
            onClick={() => void askVoid()}
          >
            <Trans>Void invoice…</Trans>
          </Button>
        )}
        {can.markPaid && (
          <Button loading={pay.isPending} onClick={() => void askPay()}>
            <Trans>Mark as paid…</Trans>
          </Button>
        )}
      </div>
    </Part>
  )
}
