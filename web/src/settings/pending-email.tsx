import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { cancelEmailChange, resendOwnConfirmation } from '@muster/contract/email-confirmation.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { storeUser } from '../session/stored-session.ts'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './settings.module.css'

/** The new email address that awaits confirmation: resends the link, or cancels the change. */
export function PendingEmail({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: () => call(resendOwnConfirmation, {}),
    onSuccess: (user) => {
      storeUser(user)
      toast(t`Sent a new link to ${email}`)
    },
    onError: (error) => toastError(error, t`Email not sent`),
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: (user) => {
      storeUser(user)
      toast(t`Email change canceled`)
    },
    onError: (error) => toastError(error, t`Change not canceled`),
  })
  return (
    <Alert variant="light" title={t`Confirm ${email}`}>
      <p className={classes.pendingText}>
        <Trans>We sent a link to this address. Until you open it, sign in with your current email.</Trans>
      </p>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          <Trans>Resend link</Trans>
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          <Trans>Cancel change</Trans>
        </Button>
      </div>
    </Alert>
  )
}
