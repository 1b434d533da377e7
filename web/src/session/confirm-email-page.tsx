import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Loader, PasswordInput, TextInput } from '@mantine/core'
import { confirmEmail, getEmailConfirmation } from '@muster/contract/email-confirmation.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'
import { linkToken } from './link-token.ts'
import { useLinkData } from './use-link-data.ts'

async function loadConfirmation(token: string) {
  const { call } = await import('../api/call.ts')
  return call(getEmailConfirmation, { body: { token } })
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.form}>
      <title>{t`Confirm email · Muster`}</title>
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
    <Notice title={reason ? t`This link is no longer valid` : t`Could not check the link`}>
      <p className={classes.text} role="alert">
        {reason ?? errorMessage(failure)}
      </p>
      {!reason && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </Notice>
  )
}

/** The page of a confirmation link. A button confirms, since programs that scan email open links too. */
export function ConfirmEmailPage() {
  const { data: confirmation, failure: unread, retry } = useLinkData(loadConfirmation)
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
      <div className={classes.pending} role="status" aria-label={t`Checking the link`}>
        <Loader size="sm" />
      </div>
    )
  const { email, workspace, needsPassword } = confirmation
  if (done)
    return (
      <Notice title={t`Email confirmed`}>
        <p className={classes.text} role="status">
          <Trans>You can now sign in with {email}.</Trans>
        </p>
      </Notice>
    )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <title>{t`Confirm email · Muster`}</title>
      <h1 className={classes.title}>
        <Trans>Confirm your email</Trans>
      </h1>
      <p className={classes.text}>
        <Trans>You will use it to sign in to {workspace}.</Trans>
      </p>
      <Failure failure={failure} fields={['password']} />
      <TextInput label={t`Email`} type="email" autoComplete="username" value={email} readOnly />
      {needsPassword && (
        <PasswordInput
          label={t`Password`}
          description={t`At least 15 characters. A short sentence is easy to remember.`}
          name="password"
          autoComplete="new-password"
          autoFocus
          error={errors.password}
        />
      )}
      <Button type="submit" loading={pending}>
        <Trans>Confirm email</Trans>
      </Button>
    </form>
  )
}
