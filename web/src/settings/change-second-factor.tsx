import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { removeSecondFactor, renewRecoveryCodes } from '@muster/contract/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import classes from './settings.module.css'

interface ChangeSecondFactorProps {
  what: 'renew' | 'remove'
  onDone: () => void
  onCancel: () => void
}

/** Replaces the recovery codes or turns 2FA off. Both require the password and a code. */
export function ChangeSecondFactor({ what, onDone, onCancel }: ChangeSecondFactorProps) {
  const form = useForm({ initialValues: { currentPassword: '', code: '' } })
  const change = useMutation({
    mutationFn: async (body: typeof form.values) => {
      if (what === 'renew') return (await call(renewRecoveryCodes, { body })).recoveryCodes
      await call(removeSecondFactor, { body })
      return null
    },
    onSuccess: (codes) => {
      if (codes) return
      toast(t`2FA is off`)
      onDone()
    },
    onError: (error) => showFormError(form, error, t`2FA not changed`),
  })
  if (change.data) return <RecoveryCodes codes={change.data} onDone={onDone} />
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <PasswordInput
        label={t`Current password`}
        autoComplete="current-password"
        autoFocus
        {...form.getInputProps('currentPassword')}
      />
      <TextInput
        label={t`Code from your authenticator app`}
        description={t`Or enter a recovery code`}
        autoComplete="one-time-code"
        maxLength={40}
        {...form.getInputProps('code')}
      />
      <div className={classes.buttons}>
        <Button
          type="submit"
          loading={change.isPending}
          disabled={!form.values.currentPassword || !form.values.code.trim()}
        >
          {what === 'renew' ? <Trans>Generate new codes</Trans> : <Trans>Turn off 2FA</Trans>}
        </Button>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
