import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { changePassword } from '@muster/contract/own-account.ts'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'
import { signOut } from './session.ts'
import { readUser } from './stored-session.ts'

function OwnPasswordForm() {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const errors = fieldErrors(failure)
  const user = readUser()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [currentPassword, newPassword] = [
      String(form.get('currentPassword')),
      String(form.get('newPassword')),
    ]
    setPending(true)
    setFailure(null)
    try {
      await call(changePassword, { body: { currentPassword, newPassword } })
      window.location.reload()
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{t`Choose your own password · Muster`}</title>
      <h1 className={classes.title}>
        <Trans>Choose your own password</Trans>
      </h1>
      <p className={classes.text}>
        <Trans>You signed in with a temporary password. Choose one that only you know.</Trans>
      </p>
      <Failure failure={failure} fields={['currentPassword', 'newPassword']} />
      {/* Password managers need the user name. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordInput
        label={t`Temporary password`}
        name="currentPassword"
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus
        error={errors.currentPassword}
      />
      <PasswordInput
        label={t`New password`}
        description={
          user?.hasSecondFactor
            ? t`At least 8 characters, because you use 2FA`
            : t`At least 15 characters. A short sentence is easy to remember.`
        }
        name="newPassword"
        autoComplete="new-password"
        required
        withAsterisk={false}
        error={errors.newPassword}
      />
      <Button type="submit" loading={pending}>
        <Trans>Set password</Trans>
      </Button>
      <Anchor component="button" type="button" onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Anchor>
    </form>
  )
}

/** Shown instead of the app to users who signed in with a password that an administrator set. */
export function OwnPasswordPage() {
  return (
    <main className={classes.ground}>
      <div className={classes.panel}>
        <Logo />
        <OwnPasswordForm />
      </div>
    </main>
  )
}
