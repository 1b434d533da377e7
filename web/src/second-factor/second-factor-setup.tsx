import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { beginSecondFactor, confirmSecondFactor } from '@muster/contract/second-factor.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor-setup.module.css'

interface SecondFactorSetupProps {
  /** Called when 2FA is on and the recovery codes are saved. */
  onDone: () => void
  onCancel?: () => void
}

/** Runs a step of the setup and stores its error. */
function useStep() {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  async function run(step: () => Promise<void>) {
    setPending(true)
    setFailure(null)
    await step().catch(setFailure)
    setPending(false)
  }
  const why = (field: string) =>
    failure ? (fieldErrors(failure)[field] ?? errorMessage(failure)) : undefined
  return { pending, run, why }
}

/** Sets up 2FA: password, code of the authenticator app, recovery codes. */
export function SecondFactorSetup({ onDone, onCancel }: SecondFactorSetupProps) {
  const { pending, run, why } = useStep()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('typed'))
    void run(async () => {
      if (begun) setCodes((await call(confirmSecondFactor, { body: { code: typed } })).recoveryCodes)
      else setBegun(await call(beginSecondFactor, { body: { currentPassword: typed } }))
    })
  }

  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      <Trans>Cancel</Trans>
    </Button>
  )
  if (!begun) {
    return (
      <form key="password" noValidate className={classes.setup} onSubmit={submit}>
        <p className={classes.text}>
          <Trans>You need an authenticator app on your phone. To start, confirm your password.</Trans>
        </p>
        <PasswordInput
          label={t`Current password`}
          name="typed"
          autoComplete="current-password"
          autoFocus
          error={why('currentPassword')}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={pending}>
            <Trans>Continue</Trans>
          </Button>
          {cancel}
        </div>
      </form>
    )
  }
  return (
    <form key="code" noValidate className={classes.setup} onSubmit={submit}>
      <p className={classes.text}>
        <Trans>Scan the QR code with your authenticator app, then enter the code from the app.</Trans>
      </p>
      <QrCode text={begun.uri} label={t`QR code for your authenticator app`} className={classes.code} />
      <p className={classes.text}>
        <Trans>
          Or type this key into the app: <code className={classes.secret}>{begun.secret}</code>
        </Trans>
      </p>
      <TextInput
        label={t`Code from the app`}
        name="typed"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
        error={why('code')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={pending}>
          <Trans>Turn on 2FA</Trans>
        </Button>
        {cancel}
      </div>
    </form>
  )
}
