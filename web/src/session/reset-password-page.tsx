import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { resetPassword } from '@muster/contract/users.ts'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api/api-error.ts'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'
import { linkToken } from './link-token.ts'

/** The page of a reset link, which carries the token. */
export function ResetPasswordPage() {
  const token = linkToken()
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const errors = fieldErrors(failure)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('newPassword'))
    setPending(true)
    setFailure(null)
    try {
      const { call } = await import('../api/call.ts')
      await call(resetPassword, { body: { token, newPassword } })
      setDone(true)
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }

  if (!token || errors.token) {
    return (
      <div className={classes.form}>
        <title>{t`Set a new password · Muster`}</title>
        <h1 className={classes.title}>
          <Trans>This link is no longer valid</Trans>
        </h1>
        <p className={classes.text}>
          <Trans>Links work once and expire after 60 minutes. Request a new one.</Trans>
        </p>
        <Anchor href="/auth/forgot-password">
          <Trans>Request a new link</Trans>
        </Anchor>
      </div>
    )
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{t`Set a new password · Muster`}</title>
      <h1 className={classes.title}>{done ? t`Password set` : t`Set a new password`}</h1>
      {!done && (
        <>
          <Failure failure={failure} fields={['newPassword']} />
          <PasswordInput
            label={t`New password`}
            description={t`At least 15 characters. A short sentence is easy to remember.`}
            name="newPassword"
            autoComplete="new-password"
            required
            withAsterisk={false}
            autoFocus
            error={errors.newPassword}
          />
          <Button type="submit" loading={pending}>
            <Trans>Set password</Trans>
          </Button>
        </>
      )}
      <Anchor href="/auth/login">{done ? t`Sign in` : t`Back to sign in`}</Anchor>
    </form>
  )
}
