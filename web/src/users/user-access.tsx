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
import type { UserDetailsOf } from './user-words.ts'

function MailLink({ user }: { user: UserDetailsOf }) {
  const { name } = user
  const mail = useMutation({
    mutationFn: () => call(resetUserPassword, { params: { id: user.id }, body: {} }),
    onSuccess: () => toast(t`${name} is mailed a link, and signed out until then`),
    onError: (error) => toastError(error, t`Not mailed`),
  })
  async function ask() {
    const text = t`Their password works no more, and they are signed out everywhere until they set a new one.`
    if (await confirm({ title: t`Mail ${name} a link to set a password?`, text, action: t`Mail link` }))
      mail.mutate()
  }
  return (
    <Button variant="default" loading={mail.isPending} disabled={!user.can.edit} onClick={() => void ask()}>
      <Trans>Mail a password link…</Trans>
    </Button>
  )
}

/** Mails the link again to somebody who has yet to confirm an address. */
function ResendConfirmation({ user }: { user: UserDetailsOf }) {
  const address = user.pendingEmail ?? user.email
  const resend = useMutation({
    mutationFn: () => call(resendEmailConfirmation, { params: { id: user.id } }),
    onSuccess: () => toast(t`We mailed ${address} a new link`),
    onError: (error) => toastError(error, t`Not mailed`),
  })
  return (
    <Button
      variant="default"
      loading={resend.isPending}
      disabled={!user.can.edit}
      onClick={() => resend.mutate()}
    >
      <Trans>Send confirmation link again</Trans>
    </Button>
  )
}

/** Cancels a change of address that its owner has not confirmed. */
function CancelEmailChange({ user }: { user: UserDetailsOf }) {
  const { name } = user
  const cancel = useMutation({
    mutationFn: () => call(cancelUserEmailChange, { params: { id: user.id } }),
    onSuccess: () => toast(t`${name} keeps the present address`),
    onError: (error) => toastError(error, t`Not canceled`),
    onSettled: refreshUsers,
  })
  return (
    <Button
      variant="default"
      loading={cancel.isPending}
      disabled={!user.can.edit}
      onClick={() => cancel.mutate()}
    >
      <Trans>Cancel change of address</Trans>
    </Button>
  )
}

function ResetFactor({ user }: { user: UserDetailsOf }) {
  const { name } = user
  const reset = useMutation({
    mutationFn: () => call(resetUserSecondFactor, { params: { id: user.id } }),
    onSuccess: () => toast(t`${name} has no second factor any more, and was told`),
    onError: (error) => toastError(error, t`Second factor not reset`),
    onSettled: refreshUsers,
  })
  async function ask() {
    const text = t`For somebody who has lost their phone and the recovery codes. They are signed out everywhere and told by e-mail.`
    const question = { title: t`Reset the second factor of ${name}?`, text, action: t`Reset` }
    if (await confirm(question)) reset.mutate()
  }
  return (
    <Button variant="default" loading={reset.isPending} disabled={!user.can.edit} onClick={() => void ask()}>
      <Trans>Reset second factor…</Trans>
    </Button>
  )
}

/** Whether a colleague gets in: a new password, suspending, deleting; each with why not. */
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
          {suspended ? <Trans>Let in again</Trans> : <Trans>Suspend</Trans>}
        </Button>
        <Button
          variant="default"
          disabled={!can.delete}
          title={whyNot.delete}
          onClick={() => void removeUsers([user]).then((refused) => refused.length === 0 && onDone())}
        >
          <Trans>Delete</Trans>
        </Button>
      </div>
      <p className={classes.caption}>
        {reasons.length > 0 ? (
          reasons.join(' ')
        ) : (
          <Trans>
            Suspended and deleted colleagues are signed out everywhere at once. What they own keeps their
            name.
          </Trans>
        )}
      </p>
    </section>
  )
}
