import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getBillingDetails, updateBillingDetails } from '@muster/contract/subscriptions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { showFormError } from '../ui/form-error.ts'
import { ErrorState } from '../ui/state.tsx'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './plans-page.module.css'

type Details = ResponseOf<typeof getBillingDetails>

function DetailsForm({ details, onDone }: { details: Details; onDone: () => void }) {
  const form = useForm<Details>({ initialValues: details })
  useUnsavedGuard(form.isDirty(), t`the billing details`, { param: 'details' })
  const save = useMutation({
    mutationFn: (body: Details) => call(updateBillingDetails, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(endpointQuery(getBillingDetails).queryKey, saved)
      toast(t`Billing details saved`)
      onDone()
    },
    onError: (error) => showFormError(form, error, t`Billing details not saved`),
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput label={t`Company`} maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t`Address`} autosize minRows={3} maxLength={500} {...form.getInputProps('address')} />
      <TextInput
        label={t`Tax ID`}
        description={t`For example, a VAT number`}
        maxLength={60}
        {...form.getInputProps('taxId')}
      />
      <TextInput
        label={t`Email`}
        description={t`Receives invoices in addition to the owners`}
        type="email"
        {...form.getInputProps('email')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Edits the billing details of future invoices. */
export function BillingDetailsDrawer({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { data, error, refetch } = useQuery(endpointQuery(getBillingDetails))
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={t`Billing details`}
    >
      {error && !data && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data && <DetailsForm details={data} onDone={onDone} />}
    </Drawer>
  )
}
