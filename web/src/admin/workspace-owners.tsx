import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type getAdministeredWorkspace, inviteWorkspaceOwner } from '@muster/contract/admin-workspaces.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showFormError } from '../ui/form-error.ts'
import { formatDateTime } from '../ui/format.ts'
import { Part } from '../ui/part.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './admin.module.css'

type Workspace = ResponseOf<typeof getAdministeredWorkspace>

/** Describes the state of the owner's invitation. */
function invitationText({ ownerInvitation }: Workspace): string {
  if (!ownerInvitation) return t`No owner and no pending invitation.`
  const { email, expiresAt } = ownerInvitation
  const until = formatDateTime(expiresAt)
  return new Date(expiresAt) > new Date()
    ? t`No owner yet. The invitation to ${email} expires on ${until}.`
    : t`No owner yet. The invitation to ${email} expired on ${until}.`
}

/** Invites an owner again, at the same or another address, while the workspace has none. */
function InviteOwner({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) {
  const { id, ownerInvitation } = workspace
  const form = useForm({
    initialValues: { name: ownerInvitation?.name ?? '', email: ownerInvitation?.email ?? '' },
  })
  const invite = useMutation({
    mutationFn: (body: typeof form.values) => call(inviteWorkspaceOwner, { params: { id }, body }),
    onSuccess: (_nothing, { email }) => {
      toast(t`Invitation sent to ${email}. Earlier invitations no longer work.`)
      onDone()
    },
    onError: (error) => showFormError(form, error, t`Not invited`),
  })
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <p>{invitationText(workspace)}</p>
      <TextInput label={t`Owner name`} {...form.getInputProps('name')} />
      <TextInput label={t`Owner email`} type="email" {...form.getInputProps('email')} />
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={invite.isPending}>
          {ownerInvitation ? <Trans>Resend invitation</Trans> : <Trans>Invite owner</Trans>}
        </Button>
      </div>
    </form>
  )
}

/** Lists the owners of a workspace, or invites one. */
export function WorkspaceOwners({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) {
  const { owners, ownerInvitation } = workspace
  return (
    <Part title={<Trans>Owners</Trans>}>
      {owners.length === 0 ? (
        <InviteOwner key={ownerInvitation?.sentAt} workspace={workspace} onDone={onDone} />
      ) : (
        <ul className={classes.plain}>
          {owners.map(({ id, name, email }) => (
            <li key={id} className={classes.who}>
              <strong>{name}</strong>
              <span className={classes.caption}>{email}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
