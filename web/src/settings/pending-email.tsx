import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { cancelEmailChange, resendOwnConfirmation } from '@muster/contract/email-confirmation.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { storeUser } from '../session/stored-session.ts'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './settings.module.css'

/** The new address that waits for its owner to confirm it: the link can be mailed again, or the change canceled. */
export function PendingEmail({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: () => call(resendOwnConfirmation, {}),
    onSuccess: (user) => {
      storeUser(user)
      toast(t`We mailed ${email} a new link`)
    },
    onError: (error) => toastError(error, t`Not mailed`),
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: (user) => {
      storeUser(user)
      toast(t`You keep your address`)
    },
    onError: (error) => toastError(error, t`Change not canceled`),
  })
  return (
    <Alert variant="light" title={t`Confirm ${email}`}>
      <p className={classes.pendingText}>
        <Trans>We mailed a link there. Until you open it, you sign in with your current address.</Trans>
      </p>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          <Trans>Send link again</Trans>
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
