import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getBillingSettings, updateBillingSettings } from '@muster/contract/admin-billing.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { adoptSaved } from '../ui/adopt-saved.ts'
import { showFormError } from '../ui/form-error.ts'
import { Section, Sections } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './admin-billing.module.css'

type Settings = ResponseOf<typeof getBillingSettings>

function Form({ settings }: { settings: Settings }) {
  const form = useForm<Settings>({ initialValues: settings })
  useUnsavedGuard(form.isDirty())
  const save = useMutation({
    mutationFn: (body: Settings) => call(updateBillingSettings, { body }),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(endpointQuery(getBillingSettings).queryKey, saved)
      adoptSaved(form, sent, saved)
      toast(t`Saved`)
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  const days = (count: number | string) => ` ${plural(Number(count), { one: 'day', other: 'days' })}`
  const field = { min: 0, max: 120, allowDecimal: false } as const
  return (
    <form className={classes.narrow} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput label={t`Company`} maxLength={200} {...form.getInputProps('sellerName')} />
      <Textarea
        label={t`Address`}
        autosize
        minRows={3}
        maxLength={500}
        {...form.getInputProps('sellerAddress')}
      />
      <TextInput label={t`Tax ID`} maxLength={60} {...form.getInputProps('sellerTaxId')} />
      <TextInput label={t`Email`} type="email" maxLength={254} {...form.getInputProps('sellerEmail')} />
      <Textarea
        label={t`Payment instructions`}
        description={t`For example, a bank account`}
        autosize
        minRows={3}
        maxLength={1000}
        {...form.getInputProps('paymentInstructions')}
      />
      <NumberInput
        label={t`Payment term`}
        suffix={days(form.values.daysUntilDue)}
        {...field}
        {...form.getInputProps('daysUntilDue')}
      />
      <NumberInput
        label={t`Grace period`}
        description={t`How long the plan stays active after an invoice is overdue`}
        suffix={days(form.values.graceDays)}
        {...field}
        {...form.getInputProps('graceDays')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Edits the seller's details and the payment term on manual invoices. */
export function SellerForm() {
  const { data, error, refetch } = useQuery(endpointQuery(getBillingSettings))
  return (
    <Sections>
      <Section
        title={t`Shown on manual invoices`}
        text={t`Applies to new invoices. Existing invoices do not change.`}
      >
        {error && !data && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={320} />}
        {data && <Form settings={data} />}
      </Section>
    </Sections>
  )
}
