import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'
import { signInWithCode } from './sign-in.ts'

interface CodeStepProps {
  challengeToken: string
  /** Returns to the password. */
  onBack: () => void
}

/** The second step of sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ challengeToken, onBack }: CodeStepProps) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [lost, setLost] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    setPending(true)
    try {
      // The target page opens as soon as the session is stored.
      await signInWithCode({ challengeToken, code })
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{t`Sign in · Muster`}</title>
      <h1 className={classes.title}>
        <Trans>Two-factor authentication</Trans>
      </h1>
      <Failure failure={failure} />
      <TextInput
        key={lost ? 'recovery' : 'app'}
        label={lost ? t`Recovery code` : t`Code from your authenticator app`}
        name="code"
        inputMode={lost ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        maxLength={40}
        required
        withAsterisk={false}
        autoFocus
      />
      <Button type="submit" loading={pending}>
        <Trans>Sign in</Trans>
      </Button>
      <Anchor component="button" type="button" onClick={() => setLost(!lost)}>
        {lost ? (
          <Trans>Use your authenticator app instead</Trans>
        ) : (
          <Trans>Use a recovery code instead</Trans>
        )}
      </Anchor>
      <Anchor component="button" type="button" onClick={onBack}>
        <Trans>Back to sign in</Trans>
      </Anchor>
    </form>
  )
}
