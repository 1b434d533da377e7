import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { listInvitations, resendInvitation, revokeInvitation } from '@muster/contract/invitations.ts'
import { IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './invitations.module.css'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** Sends an invitation again, or takes it back. */
export function InvitationActions({ invitation }: { invitation: RowOf<typeof listInvitations> }) {
  const { id, email, can } = invitation
  const resend = useMutation({
    mutationFn: () => call(resendInvitation, { params: { id } }),
    onSuccess: () => toast(t`${email} is sent a new link; the one before works no more`),
    onError: (error) => toastError(error, t`Not sent`),
    onSettled: () => invalidate(listInvitations),
  })
  const revoke = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { id } }),
    onSuccess: () => toast(t`The invitation of ${email} is taken back`),
    onError: (error) => toastError(error, t`Not taken back`),
    onSettled: () => invalidate(listInvitations),
  })
  async function askRevoke() {
    const text = t`The link mailed to ${email} works no more. You can invite them anew.`
    if (await confirm({ title: t`Take this invitation back?`, text, action: t`Take back` })) revoke.mutate()
  }
  if (!can.resend && !can.revoke) return null
  return (
    <span className={classes.actions}>
      <ActionIcon
        aria-label={t`Send again: ${email}`}
        title={t`Send again`}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        <IconMailForward {...icon} />
      </ActionIcon>
      <ActionIcon
        aria-label={t`Take back: ${email}`}
        title={t`Take back…`}
        loading={revoke.isPending}
        onClick={() => void askRevoke()}
      >
        <IconMailOff {...icon} />
      </ActionIcon>
    </span>
  )
}
