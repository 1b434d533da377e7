import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { withTexts } from '../texts/load-texts.ts'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'
import { signIn } from './sign-in.ts'

const CodeStep = lazy(() =>
  withTexts('session', import('./code-step.tsx')).then((module) => ({ default: module.CodeStep })),
)

/** Returns the challenge token if the server requires a second step. */
function challengeOf(error: unknown): string | undefined {
  const asked = error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED'
  return asked ? String(error.details?.challengeToken) : undefined
}

export function LoginPage() {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [challenge, setChallenge] = useState<string>()
  const errors = fieldErrors(failure)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setPending(true)
    try {
      // The target page opens as soon as the session is stored.
      await signIn({ email: String(form.get('email')), password: String(form.get('password')) })
    } catch (error) {
      const token = challengeOf(error)
      setChallenge(token)
      setFailure(token ? null : error)
      setPending(false)
    }
  }

  if (challenge)
    return (
      <Suspense fallback={<div className={classes.pending} />}>
        <CodeStep challengeToken={challenge} onBack={() => setChallenge(undefined)} />
      </Suspense>
    )
  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{t`Sign in · Muster`}</title>
      <h1 className={classes.title}>
        <Trans>Sign in</Trans>
      </h1>
      <Failure failure={failure} fields={['email', 'password']} />
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
      <PasswordInput
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        error={errors.password}
      />
      <Button type="submit" loading={pending}>
        <Trans>Sign in</Trans>
      </Button>
      <Anchor href="/auth/forgot-password">
        <Trans>Forgot your password?</Trans>
      </Anchor>
    </form>
  )
}
