import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { forgotPassword } from '@muster/contract/users.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useCurrentUser } from '../session/session.ts'
import { Section } from '../ui/section.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** A new password is set by a mailed link, which also proves that the mailbox is still one's own. */
export function PasswordSection() {
  const { email } = useCurrentUser()
  const mail = useMutation({
    mutationFn: () => call(forgotPassword, { body: { email } }),
    onSuccess: () => toast(t`A link to set a new password is on its way to ${email}`),
    onError: (error) => toastError(error, t`No link sent`),
  })
  return (
    <Section
      title={t`Password`}
      text={t`We mail you a link to set a new one. It works once, for 60 minutes, and signs you out everywhere.`}
      action={
        <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate()}>
          <Trans>Mail the link</Trans>
        </Button>
      }
    />
  )
}
