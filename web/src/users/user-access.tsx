import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { cancelUserEmailChange, resendEmailConfirmation } from '@muster/contract/email-confirmation.ts'
import { resetUserPassword } from '@muster/contract/own-account.ts'
import { resetUserSecondFactor } from '@muster/contract/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { refreshUsers, removeUsers, setStatuses } from './user-actions.ts'
import classes from './user-drawer.module.css'
import type { UserDetailsOf } from './user-labels.ts'

function MailLink({ user }: { user: UserDetailsOf }) {
  const { name } = user
  const mail = useMutation({
    mutationFn: () => call(resetUserPassword, { params: { id: user.id }, body: {} }),
    onSuccess: () => toast(t`Sent ${name} a password link and signed them out`),
    onError: (error) => toastError(error, t`Email not sent`),
  })
  async function ask() {
    const text = t`Their password stops working, and they are signed out everywhere until they set a new one.`
    if (await confirm({ title: t`Send ${name} a password reset link?`, text, action: t`Send link` }))
      mail.mutate()
  }
  return (
    <Button variant="default" loading={mail.isPending} disabled={!user.can.edit} onClick={() => void ask()}>
      <Trans>Send password reset link…</Trans>
    </Button>
  )
}

/** Resends the link to a user who has not confirmed their address. */
function ResendConfirmation({ user }: { user: UserDetailsOf }) {
  const address = user.pendingEmail ?? user.email
  const resend = useMutation({
    mutationFn: () => call(resendEmailConfirmation, { params: { id: user.id } }),
    onSuccess: () => toast(t`Sent a new link to ${address}`),
    onError: (error) => toastError(error, t`Email not sent`),
  })
  return (
    <Button
      variant="default"
      loading={resend.isPending}
      disabled={!user.can.edit}
      onClick={() => resend.mutate()}
    >
      <Trans>Resend confirmation link</Trans>
    </Button>
  )
}

/** Cancels an unconfirmed change of address. */
function CancelEmailChange({ user }: { user: UserDetailsOf }) {
  const { name } = user
  const cancel = useMutation({
    mutationFn: () => call(cancelUserEmailChange, { params: { id: user.id } }),
    onSuccess: () => toast(t`Email change for ${name} canceled`),
    onError: (error) => toastError(error, t`Change not canceled`),
    onSettled: refreshUsers,
  })
  return (
    <Button
      variant="default"
      loading={cancel.isPending}
      disabled={!user.can.edit}
      onClick={() => cancel.mutate()}
    >
      <Trans>Cancel email change</Trans>
    </Button>
  )
}

function ResetFactor({ user }: { user: UserDetailsOf }) {
  const { name } = user
  const reset = useMutation({
    mutationFn: () => call(resetUserSecondFactor, { params: { id: user.id } }),
    onSuccess: () => toast(t`2FA reset for ${name}. The user was notified.`),
    onError: (error) => toastError(error, t`2FA not reset`),
    onSettled: refreshUsers,
  })
  async function ask() {
    const text = t`For users who lost their phone and recovery codes. They are signed out everywhere and notified by email.`
    const question = { title: t`Reset 2FA for ${name}?`, text, action: t`Reset 2FA` }
    if (await confirm(question)) reset.mutate()
  }
  return (
    <Button variant="default" loading={reset.isPending} disabled={!user.can.edit} onClick={() => void ask()}>
      <Trans>Reset 2FA…</Trans>
    </Button>
  )
}

/** A user's access: set a new password, suspend, delete; disabled with the reason. */
export function UserAccess({ user, onDone }: { user: UserDetailsOf; onDone: () => void }) {
  const { can, whyNot } = user
  const suspended = user.status === 'suspended'
  const reasons = [...new Set([whyNot.changeStatus, whyNot.delete])].filter(Boolean)
  return (
    <section className={classes.access} aria-label={t`Access`}>
      <h2 className={classes.title}>
        <Trans>Access</Trans>
      </h2>
      <div className={classes.actions}>
        {!suspended && (!user.emailConfirmed || user.pendingEmail) && <ResendConfirmation user={user} />}
        {user.emailConfirmed && user.pendingEmail && <CancelEmailChange user={user} />}
        {!suspended && user.emailConfirmed && <MailLink user={user} />}
        {!suspended && user.secondFactor && <ResetFactor user={user} />}
        <Button
          variant="default"
          disabled={!can.changeStatus}
          title={whyNot.changeStatus}
          onClick={() => void setStatuses([user], suspended ? 'active' : 'suspended')}
        >
          {suspended ? <Trans>Reactivate</Trans> : <Trans>Suspend</Trans>}
        </Button>
        <Button
          variant="default"
          disabled={!can.delete}
          title={whyNot.delete}
          onClick={() => void removeUsers([user]).then((refused) => refused?.length === 0 && onDone())}
        >
          <Trans>Delete</Trans>
        </Button>
      </div>
      <p className={classes.caption}>
        {reasons.length > 0 ? (
          reasons.join(' ')
        ) : (
          <Trans>
            Suspending or deleting a user signs them out everywhere. They stay the owner of their applications
            and positions.
          </Trans>
        )}
      </p>
    </section>
  )
}
