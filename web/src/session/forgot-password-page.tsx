import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, TextInput } from '@mantine/core'
import { forgotPassword } from '@muster/contract/users.ts'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api/api-error.ts'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'

export function ForgotPasswordPage() {
  const [pending, setPending] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const [failure, setFailure] = useState<unknown>(null)
  const errors = fieldErrors(failure)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setPending(true)
    setFailure(null)
    try {
      const { call } = await import('../api/call.ts')
      setAnswer((await call(forgotPassword, { body: { email } })).message)
    } catch (error) {
      setFailure(error)
    }
    setPending(false)
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{t`Forgot password · Muster`}</title>
      <h1 className={classes.title}>
        <Trans>Forgot your password?</Trans>
      </h1>
      {answer ? (
        <p className={classes.text} role="status">
          {answer}
        </p>
      ) : (
        <>
          <p className={classes.text}>
            <Trans>Enter your email and we'll send you a link to set a new password.</Trans>
          </p>
          <Failure failure={failure} fields={['email']} />
          <TextInput
            label={t`Email`}
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            error={errors.email}
          />
          <Button type="submit" loading={pending}>
            <Trans>Send link</Trans>
          </Button>
        </>
      )}
      <Anchor href="/auth/login">
        <Trans>Back to sign in</Trans>
      </Anchor>
    </form>
  )
}
