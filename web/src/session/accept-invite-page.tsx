import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Loader, PasswordInput, TextInput } from '@mantine/core'
import { lookAtInvitation } from '@muster/contract/invitations.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import { roleNames } from '../texts/contract-labels.ts'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'
import { linkToken } from './link-token.ts'
import { acceptInvite } from './sign-in.ts'
import { useLinkData } from './use-link-data.ts'

async function loadInvitation(token: string) {
  const { call } = await import('../api/call.ts')
  return call(lookAtInvitation, { body: { token } })
}

function Message({ title, children }: { title: string; children: ReactNode }) {
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
    <Message title={why ? t`This invitation is not valid` : t`Could not load the invitation`}>
      <p className={classes.text} role="alert">
        {why ?? errorMessage(failure)}
      </p>
      {!why && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
      <Anchor href="/auth/login">
        <Trans>Sign in</Trans>
      </Anchor>
    </Message>
  )
}

/**
 * The page of an invitation link: shows who invites to which workspace, and asks for a name and a password.
 */
export function AcceptInvitePage() {
  const { data: invitation, failure: unread, retry } = useLinkData(loadInvitation)
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
      <div className={classes.pending} role="status" aria-label={t`Loading the invitation`}>
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
          ? t`${invitedBy} invited you. Your role: ${role}.`
          : t`You have been invited. Your role: ${role}.`}
      </p>
      <Failure failure={failure} fields={['name', 'password']} />
      <TextInput label={t`Email`} type="email" autoComplete="username" value={email} readOnly />
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
        description={t`At least 15 characters. A short sentence is easy to remember.`}
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
