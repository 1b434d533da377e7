import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Modal, PasswordInput, Stack } from '@mantine/core'
import { confirmOwnPassword } from '@muster/contract/user-sessions.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { useCurrentUser } from './session.ts'
import type { PasswordRequest } from './with-password.tsx'

function PasswordForm({ answer }: Pick<PasswordRequest, 'answer'>) {
  const { email } = useCurrentUser()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const currentPassword = String(new FormData(event.currentTarget).get('currentPassword'))
    setPending(true)
    try {
      await call(confirmOwnPassword, { body: { currentPassword } })
      answer(true)
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <Trans>For your security, enter your password to continue.</Trans>
        {/* Password managers need the user name. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t`Password`}
          name="currentPassword"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          error={fieldErrors(failure).currentPassword ?? (failure ? errorMessage(failure) : undefined)}
        />
        <FormButtons pending={pending} onCancel={() => answer(false)}>
          <Trans>Continue</Trans>
        </FormButtons>
      </Stack>
    </form>
  )
}

export function PasswordDialog({ open, answer }: PasswordRequest) {
  return (
    <Modal
      opened={useOpened(open)}
      onClose={() => answer(false)}
      title={t`Confirm your password`}
      size="sm"
      centered
      withCloseButton={false}
    >
      <PasswordForm answer={answer} />
    </Modal>
  )
}
