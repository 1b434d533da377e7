import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Loader, PasswordInput, TextInput } from '@mantine/core'
import { confirmEmail, getEmailConfirmation } from '@muster/contract/email-confirmation.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import classes from './auth-app.module.css'
import { linkToken } from './link-token.ts'

type Confirmation = ResponseOf<typeof getEmailConfirmation>

/** Reads what the link confirms. */
function useConfirmation() {
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again
  useEffect(() => {
    let left = false
    import('../api/call.ts')
      .then(({ call }) => call(getEmailConfirmation, { body: { token: linkToken() } }))
      .then((found) => !left && setConfirmation(found))
      .catch((error) => !left && setFailure(error))
    return () => {
      left = true
    }
  }, [attempt])
  const retry = () => {
    setFailure(null)
    setAttempt((now) => now + 1)
  }
  return { confirmation, failure, retry }
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.form}>
      <title>{t`Confirm address · Muster`}</title>
      <h1 className={classes.title}>{title}</h1>
      {children}
      <Anchor href="/auth/login">
        <Trans>Sign in</Trans>
      </Anchor>
    </div>
  )
}

function Refused({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const reason = fieldErrors(failure).token
  return (
    <Notice title={reason ? t`This link does not work any more` : t`The link could not be read`}>
      <p className={classes.text} role="alert">
        {reason ?? errorMessage(failure)}
      </p>
      {!reason && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Notice>
  )
}

/** Opened from the mailed link. A button confirms, as programs that check mail open links too. */
export function ConfirmEmailPage() {
  const { confirmation, failure: unread, retry } = useConfirmation()
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const errors = fieldErrors(failure)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    setPending(true)
    setFailure(null)
    try {
      const { call } = await import('../api/call.ts')
      await call(confirmEmail, {
        body: { token: linkToken(), ...(password === null ? {} : { password: String(password) }) },
      })
      setDone(true)
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }

  if (unread !== null || errors.token) return <Refused failure={unread ?? failure} onRetry={retry} />
  if (!confirmation)
    return (
      <div className={classes.pending} role="status" aria-label={t`Reading the link`}>
        <Loader size="sm" />
      </div>
    )
  const { email, workspace, needsPassword } = confirmation
  if (done)
    return (
      <Notice title={t`Address confirmed`}>
        <p className={classes.text} role="status">
          <Trans>You now sign in with {email}.</Trans>
        </p>
      </Notice>
    )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <title>{t`Confirm address · Muster`}</title>
      <h1 className={classes.title}>
        <Trans>Confirm your address</Trans>
      </h1>
      <p className={classes.text}>
        <Trans>You will sign in to {workspace} with it.</Trans>
      </p>
      {failure !== null && Object.keys(errors).length === 0 && (
        <div className={classes.failure} role="alert">
          {errorMessage(failure)}
        </div>
      )}
      <TextInput label={t`E-mail`} type="email" autoComplete="username" value={email} readOnly />
      {needsPassword && (
        <PasswordInput
          label={t`Password`}
          description={t`15 characters or more; a sentence is easy to remember`}
          name="password"
          autoComplete="new-password"
          autoFocus
          error={errors.password}
        />
      )}
      <Button type="submit" loading={pending}>
        <Trans>Confirm address</Trans>
      </Button>
    </form>
  )
}
