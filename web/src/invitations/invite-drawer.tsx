import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { inviteUser, listInvitations } from '@muster/contract/invitations.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { useSendsEmail } from '../session/use-sends-email.ts'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { CompanyField, RoleField } from '../users/role-fields.tsx'
import classes from './invitations.module.css'
import { UnsentInvitation, UnsentNotice } from './unsent-invitation.tsx'

interface InviteDrawerProps {
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: (invitationId: string) => void
  /** What is known of the user. */
  invitee?: { email?: string; name?: string }
}

const empty = { email: '', name: '', role: 'recruiter' as Role, companyId: '' }

/** Emails somebody a link to join the workspace; without a mail server, says how else the link reaches them. */
export function InviteDrawer({ onClose, onDone, invitee }: InviteDrawerProps) {
  const form = useForm({ initialValues: { ...empty, ...invitee } })
  const isReviewer = form.values.role === 'client_reviewer'
  const sendsEmail = useSendsEmail()
  const [unsent, setUnsent] = useState<{ id: string; email: string } | null>(null)
  useUnsavedGuard(form.isDirty() && unsent === null, undefined, { param: 'add' })
  const invite = useMutation({
    mutationFn: ({ email, name, role, companyId }: typeof empty) =>
      call(inviteUser, { body: { email, name, role, companyId: isReviewer ? companyId || null : null } }),
    onSuccess: ({ id, email }) => {
      void invalidate(listInvitations)
      if (!sendsEmail) return setUnsent({ id, email })
      toast(t`Invited ${email}`)
      onDone(id)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setFieldError('email', error.message)
      else showFormError(form, error, t`Invitation not sent`)
    },
  })
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={unsent === null ? onClose : () => onDone(unsent.id)}
      position="right"
      size="min(480px, 100vw)"
      title={t`Invite user`}
    >
      {unsent !== null && <UnsentInvitation email={unsent.email} onDone={() => onDone(unsent.id)} />}
      <form
        className={classes.form}
        hidden={unsent !== null}
        noValidate
        onSubmit={form.onSubmit((values) => invite.mutate(values))}
      >
        <TextInput
          label={t`Email`}
          type="email"
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <TextInput
          label={t`Name`}
          description={t`The invited user can change this name`}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <RoleField {...form.getInputProps('role')} />
        {isReviewer && <CompanyField {...form.getInputProps('companyId')} />}
        {!sendsEmail && <UnsentNotice />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {sendsEmail ? <Trans>Send invitation</Trans> : <Trans>Create invitation</Trans>}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
