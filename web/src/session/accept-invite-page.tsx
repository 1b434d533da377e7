import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Loader, PasswordInput, TextInput } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { lookAtInvitation } from '@muster/contract/invitations.ts'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import { roleNames } from '../texts/contract-words.ts'
import classes from './auth-app.module.css'
import { linkToken } from './link-token.ts'
import { acceptInvite } from './sign-in.ts'

type Invitation = ResponseOf<typeof lookAtInvitation>

/** Reads the invitation the link leads to. */
function useInvitation() {
  const [invitation, setInvitation] = useState<Invitation>()
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again
  useEffect(() => {
    let left = false
    import('../api/call.ts')
      .then(({ call }) => call(lookAtInvitation, { body: { token: linkToken() } }))
      .then((found) => !left && setInvitation(found))
      .catch((error) => !left && setFailure(error))
    return () => {
      left = true
    }
  }, [attempt])
  const retry = () => {
    setFailure(null)
    setAttempt((now) => now + 1)
  }
  return { invitation, failure, retry }
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.form}>
      <title>{t`Invitation · Muster`}</title>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </div>
  )
}

function Refused({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const why = fieldErrors(failure).token
  return (
    <Said title={why ? t`This invitation does not work` : t`The invitation could not be read`}>
      <p className={classes.text} role="alert">
        {why ?? errorMessage(failure)}
      </p>
      {!why && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <Anchor href="/auth/login">
        <Trans>Sign in</Trans>
      </Anchor>
    </Said>
  )
}

/** Opened from the mailed link: who invites and where to; a name and a password are all it takes. */
export function AcceptInvitePage() {
  const { invitation, failure: unread, retry } = useInvitation()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const errors = fieldErrors(failure)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setPending(true)
    setFailure(null)
    try {
      // The dashboard opens as soon as the session is stored.
      await acceptInvite({
        token: linkToken(),
        name: String(form.get('name')),
        password: String(form.get('password')),
      })
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }

  if (unread !== null || errors.token) return <Refused failure={unread ?? failure} onRetry={retry} />
  if (!invitation)
    return (
      <div className={classes.pending} role="status" aria-label={t`Reading the invitation`}>
        <Loader size="sm" />
      </div>
    )
  const { workspace, invitedBy, email, name } = invitation
  const role = t(roleNames[invitation.role])
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <title>{t`Invitation · Muster`}</title>
      <h1 className={classes.title}>
        <Trans>Join {workspace}</Trans>
      </h1>
      <p className={classes.text}>
        {invitedBy
          ? t`${invitedBy} invites you. Your role: ${role}.`
          : t`You are invited. Your role: ${role}.`}
      </p>
      {failure !== null && Object.keys(errors).length === 0 && (
        <div className={classes.failure} role="alert">
          {errorMessage(failure)}
        </div>
      )}
      <TextInput label={t`E-mail`} type="email" autoComplete="username" value={email} readOnly />
      <TextInput
        label={t`Your name`}
        name="name"
        autoComplete="name"
        defaultValue={name ?? ''}
        maxLength={120}
        autoFocus
        error={errors.name}
      />
      <PasswordInput
        label={t`Password`}
        description={t`15 characters or more; a sentence is easy to remember`}
        name="password"
        autoComplete="new-password"
        error={errors.password}
      />
      <Button type="submit" loading={pending}>
        <Trans>Join</Trans>
      </Button>
    </form>
  )
}
