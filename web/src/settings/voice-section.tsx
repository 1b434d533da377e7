import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput } from '@mantine/core'
import { listVoiceWebhooks, setVoiceSecret } from '@muster/contract/voice-webhooks.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, type RowOf } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { BrowserCalls } from './browser-calls.tsx'
import { UnclaimedCalls } from './unclaimed-calls.tsx'
import { VoiceAccounts } from './voice-accounts.tsx'
import { providerName, secretName } from './voice-providers.ts'
import classes from './voice-section.module.css'

type Webhook = RowOf<typeof listVoiceWebhooks>

const states: Record<Webhook['secret'], MessageDescriptor> = {
  workspace: msg`Verified with your own secret`,
  installation: msg`Verified with the installation's secret`,
  none: msg`Rejected until you set a secret`,
}

function Provider({ webhook }: { webhook: Webhook }) {
  const { provider, url, secret: whose } = webhook
  const [name, label] = [providerName(provider), secretName(provider)]
  const [secret, setSecret] = useState('')
  const save = useMutation({
    mutationFn: (next: string | null) =>
      call(setVoiceSecret, { params: { provider }, body: { secret: next } }),
    onSuccess: (_, next) => {
      setSecret('')
      toast(next === null ? t`Secret for ${name} removed` : t`Secret for ${name} saved`)
    },
    onError: (error) => toastError(error, t`Secret not saved`),
    onSettled: () => invalidate(listVoiceWebhooks),
  })
  return (
    <li className={classes.provider}>
      <h3 className={classes.name}>{name}</h3>
      <p className={classes.caption}>{t(states[whose])}</p>
      <p className={classes.address}>
        <code>{url}</code>
        <CopyButton value={url} label={t`Copy the URL for ${name}`} />
      </p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (secret.trim() !== '') save.mutate(secret)
        }}
      >
        <PasswordInput
          aria-label={t`${name}: ${label}`}
          placeholder={label}
          autoComplete="off"
          maxLength={500}
          className={classes.secret}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={secret.trim() === ''}>
          <Trans>Save</Trans>
        </Button>
        {whose === 'workspace' && (
          <Button variant="subtle" loading={save.isPending} onClick={() => save.mutate(null)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </form>
    </li>
  )
}

/** The URLs to which voice providers report calls, and the secrets that authenticate them. */
function Providers() {
  const { data, error, refetch } = useQuery(endpointQuery(listVoiceWebhooks))
  return (
    <Section
      title={t`Voice providers`}
      text={t`Point each provider's webhook at its URL below. Include the application ID in each call. Otherwise, Muster matches calls by phone number.`}
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={classes.list}>
          {data.items.map((webhook) => (
            <Provider key={webhook.provider} webhook={webhook} />
          ))}
        </ul>
      ) : (
        <TableSkeleton rows={4} />
      )}
    </Section>
  )
}

/** The voice providers, the keys for placing calls and, for operators of the installation, unclaimed calls. */
export function VoiceSection() {
  const runsInstallation = usePermission('platform:manage')
  return (
    <>
      <Providers />
      <VoiceAccounts />
      <BrowserCalls />
      {runsInstallation && <UnclaimedCalls />}
    </>
  )
}
