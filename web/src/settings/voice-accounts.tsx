import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { listVoiceAccounts, setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, type RowOf } from '../api/query.ts'
import { formatDay } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { placingKeyName, providerName } from './voice-providers.ts'
import classes from './voice-section.module.css'

type Account = RowOf<typeof listVoiceAccounts>

function AccountForm({ account }: { account: Account }) {
  const { provider, accountId: known, setAt } = account
  const [name, label] = [providerName(provider), placingKeyName(provider)]
  const [apiKey, setApiKey] = useState('')
  const [accountId, setAccountId] = useState(known ?? '')
  const isTwilio = provider === 'twilio'
  const save = useMutation({
    mutationFn: (key: string | null) =>
      call(setVoiceAccount, {
        params: { provider },
        body: { apiKey: key, accountId: isTwilio && key !== null ? accountId : null },
      }),
    onSuccess: (_, key) => {
      setApiKey('')
      toast(key === null ? t`Key for ${name} removed` : t`Key for ${name} saved`)
    },
    onError: (error) => toastError(error, t`Key not saved`),
    onSettled: () => invalidate(listVoiceAccounts),
  })
  const isComplete = apiKey.trim() !== '' && (!isTwilio || accountId.trim() !== '')
  const day = setAt && formatDay(setAt)
  return (
    <li className={classes.provider}>
      <h3 className={classes.name}>{name}</h3>
      <p className={classes.caption}>{day ? t`Key set on ${day}` : t`No key: cannot place calls`}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete) save.mutate(apiKey)
        }}
      >
        {isTwilio && (
          <TextInput
            aria-label={t`${name}: Account SID`}
            placeholder={t`Account SID`}
            autoComplete="off"
            maxLength={100}
            className={classes.secret}
            value={accountId}
            onChange={(event) => setAccountId(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          aria-label={t`${name}: ${label} for placing calls`}
          placeholder={label}
          autoComplete="off"
          maxLength={500}
          className={classes.secret}
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={!isComplete}>
          <Trans>Save</Trans>
        </Button>
        {setAt && (
          <Button variant="subtle" loading={save.isPending} onClick={() => save.mutate(null)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </form>
    </li>
  )
}

/** The keys with which voice campaigns place calls. */
export function VoiceAccounts() {
  const { data, error, refetch } = useQuery(endpointQuery(listVoiceAccounts))
  return (
    <Section
      title={t`Keys for placing calls`}
      text={t`Voice campaigns place calls through your own account with a provider. Keys are stored encrypted and never shown again.`}
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={classes.list}>
          {data.items.map((account) => (
            <AccountForm key={account.provider} account={account} />
          ))}
        </ul>
      ) : (
        <TableSkeleton rows={3} />
      )}
    </Section>
  )
}
