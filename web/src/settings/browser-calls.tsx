import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  getBrowserCallSettings,
  getBrowserCalls,
  removeBrowserCallSettings,
  setBrowserCallSettings,
} from '@muster/contract/browser-calls.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { showFormError } from '../ui/form-error.ts'
import { formatDay } from '../ui/format.ts'
import { formatPhone } from '../ui/phone.ts'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './voice-section.module.css'

type Settings = ResponseOf<typeof getBrowserCallSettings>

function SettingsForm({ settings }: { settings: Settings }) {
  const { accountId, url, setAt } = settings
  const form = useForm({
    initialValues: {
      keyId: settings.keyId ?? '',
      keySecret: '',
      appId: settings.appId ?? '',
      callerNumber: settings.callerNumber ? formatPhone(settings.callerNumber) : '',
    },
  })
  const changed = () => invalidate(getBrowserCallSettings, getBrowserCalls)
  const save = useMutation({
    mutationFn: ({ keySecret, ...values }: typeof form.values) =>
      call(setBrowserCallSettings, { body: { ...values, ...(keySecret && { keySecret }) } }),
    onSuccess: () => {
      form.setFieldValue('keySecret', '')
      toast(t`Calls in the browser are set up. Callers who are signed in need to reload the page.`)
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
    onSettled: changed,
  })
  const remove = useMutation({
    mutationFn: () => call(removeBrowserCallSettings),
    onSuccess: () => {
      form.setValues({ keyId: '', keySecret: '', appId: '', callerNumber: '' })
      toast(t`Calls in the browser removed`)
    },
    onError: (error) => toastError(error, t`Not removed`),
    onSettled: changed,
  })
  const { keyId, keySecret, appId, callerNumber } = form.values
  const keepsKey = setAt !== null && keyId.trim() === settings.keyId
  const isComplete = [keyId, appId, callerNumber].every((value) => value.trim()) && (keySecret || keepsKey)
  const day = setAt && formatDay(setAt)
  if (!accountId && !setAt)
    return (
      <p className={classes.caption}>
        <Trans>Save the Account SID and the auth token of Twilio under “Keys for placing calls” first.</Trans>
      </p>
    )
  return (
    <>
      <div>
        <p className={classes.caption}>
          {day ? <Trans>Set up on {day}</Trans> : <Trans>Not set up: people are called by phone</Trans>}
        </p>
        <p className={classes.address}>
          <code>{url}</code>
          <CopyButton value={url} label={t`Copy the voice URL for the TwiML App`} />
        </p>
      </div>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <div className={classes.fields}>
          <TextInput
            label={t`API key SID`}
            placeholder={t`Starts with SK`}
            autoComplete="off"
            maxLength={100}
            {...form.getInputProps('keyId')}
          />
          <PasswordInput
            label={t`API key secret`}
            placeholder={keepsKey ? t`Unchanged` : undefined}
            autoComplete="off"
            maxLength={500}
            {...form.getInputProps('keySecret')}
          />
          <TextInput
            label={t`TwiML App SID`}
            placeholder={t`Starts with AP`}
            autoComplete="off"
            maxLength={100}
            {...form.getInputProps('appId')}
          />
          <TextInput
            label={t`Caller number`}
            description={t`A number of your Twilio account, which people see`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            type="tel"
            autoComplete="off"
            maxLength={60}
            {...form.getInputProps('callerNumber')}
          />
        </div>
        <div className={classes.form}>
          <Button type="submit" variant="default" loading={save.isPending} disabled={!isComplete}>
            <Trans>Save</Trans>
          </Button>
          {setAt && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      </form>
    </>
  )
}

/** With which API key, TwiML App and number users call in the browser. */
export function BrowserCalls() {
  const { data, error, refetch } = useQuery(endpointQuery(getBrowserCallSettings))
  return (
    <Section
      title={t`Calls in the browser`}
      text={t`Users call the people of a call queue in the browser, through your Twilio account. Create an API key and a TwiML App there, and enter the URL below as the voice request URL of the app.`}
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <SettingsForm key={data.accountId} settings={data} />
      ) : (
        <TableSkeleton rows={2} />
      )}
    </Section>
  )
}
