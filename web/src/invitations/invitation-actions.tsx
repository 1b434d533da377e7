import { t } from '@lingui/core/macro'
import { ActionIcon, Drawer } from '@mantine/core'
import { listInvitations, resendInvitation, revokeInvitation } from '@muster/contract/invitations.ts'
import { IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { useSendsEmail } from '../session/use-sends-email.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './invitations.module.css'
import { UnsentInvitation } from './unsent-invitation.tsx'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** Resends or revokes an invitation. */
export function InvitationActions({ invitation }: { invitation: RowOf<typeof listInvitations> }) {
  const { id, email, can } = invitation
  const sendsEmail = useSendsEmail()
  const [isUnsent, setUnsent] = useState(false)
  const resend = useMutation({
    mutationFn: () => call(resendInvitation, { params: { id } }),
    onSuccess: () =>
      sendsEmail ? toast(t`Sent ${email} a new link. The previous one no longer works.`) : setUnsent(true),
    onError: (error) => toastError(error, t`Invitation not sent`),
    onSettled: () => invalidate(listInvitations),
  })
  const revoke = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { id } }),
    onSuccess: () => toast(t`Revoked the invitation to ${email}`),
    onError: (error) => toastError(error, t`Invitation not revoked`),
    onSettled: () => invalidate(listInvitations),
  })
  async function askRevoke() {
    const text = t`The link sent to ${email} will stop working. You can invite them again.`
    if (await confirm({ title: t`Revoke this invitation?`, text, action: t`Revoke` })) revoke.mutate()
  }
  if (!can.resend && !can.revoke) return null
  return (
    <span className={classes.actions}>
      <ActionIcon
        aria-label={t`Resend invitation to ${email}`}
        title={sendsEmail ? t`Resend` : t`Make a new link`}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        <IconMailForward {...icon} />
      </ActionIcon>
      <ActionIcon
        aria-label={t`Revoke invitation to ${email}`}
        title={t`Revoke…`}
        loading={revoke.isPending}
        onClick={() => void askRevoke()}
      >
        <IconMailOff {...icon} />
      </ActionIcon>
      <Drawer
        opened={isUnsent}
        onClose={() => setUnsent(false)}
        position="right"
        size="min(480px, 100vw)"
        title={t`Invitation link`}
      >
        <UnsentInvitation email={email} onDone={() => setUnsent(false)} />
      </Drawer>
    </span>
  )
}
