import { Anchor, Button, PasswordInput } from '@mantine/core'
import { resetPassword } from '@muster/contract/users.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import classes from './auth-app.module.css'

/** Opened from the mailed link, which carries the token. */
export function ResetPasswordPage() {
  const token = new URLSearchParams(window.location.search).get('token')
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
      await call(resetPassword, { body: { token: token ?? '', newPassword } })
      setDone(true)
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }

  if (!token || errors.token) {
    return (
      <div className={classes.form}>
        <title>Set a new password · Muster</title>
        <h1 className={classes.title}>This link does not work any more</h1>
        <p className={classes.text}>Links work once and for 60 minutes. Ask for a new one.</p>
        <Anchor href="/auth/forgot-password">Ask for a new link</Anchor>
      </div>
    )
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <title>Set a new password · Muster</title>
      <h1 className={classes.title}>{done ? 'Your password is set' : 'Set a new password'}</h1>
      {!done && (
        <>
          <PasswordInput
            label="New password"
            description="15 characters or more; a sentence is easy to remember"
            name="newPassword"
            autoComplete="new-password"
            required
            withAsterisk={false}
            autoFocus
            error={errors.newPassword ?? (failure ? errorMessage(failure) : undefined)}
          />
          <Button type="submit" loading={pending}>
            Set password
          </Button>
        </>
      )}
      <Anchor href="/auth/login">{done ? 'Sign in' : 'Back to sign in'}</Anchor>
    </form>
  )
}
