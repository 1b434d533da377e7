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

/** How it stands with whoever was invited to own it. */
function invitationText({ ownerInvitation }: Workspace): string {
  if (!ownerInvitation) return t`Nobody owns it, and nobody is invited to.`
  const { email, expiresAt } = ownerInvitation
  const until = formatDateTime(expiresAt)
  return new Date(expiresAt) > new Date()
    ? t`Nobody owns it yet. ${email} is invited until ${until}.`
    : t`Nobody owns it yet. The invitation of ${email} ran out on ${until}.`
}

/** For a workspace nobody owns: the invitation once more, to the same or another address. */
function InviteOwner({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) {
  const { id, ownerInvitation } = workspace
  const form = useForm({
    initialValues: { name: ownerInvitation?.name ?? '', email: ownerInvitation?.email ?? '' },
  })
  const invite = useMutation({
    mutationFn: (body: typeof form.values) => call(inviteWorkspaceOwner, { params: { id }, body }),
    onSuccess: (_nothing, { email }) => {
      toast(t`${email} is mailed an invitation; those before it are void`)
      onDone()
    },
    onError: (error) => showFormError(form, error, t`Not invited`),
  })
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <p>{invitationText(workspace)}</p>
      <TextInput label={t`Name of its owner`} {...form.getInputProps('name')} />
      <TextInput label={t`E-mail of its owner`} type="email" {...form.getInputProps('email')} />
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={invite.isPending}>
          {ownerInvitation ? <Trans>Invite again</Trans> : <Trans>Invite</Trans>}
        </Button>
      </div>
    </form>
  )
}

/** Whom to ask about a workspace; while there is nobody, the way to invite them. */
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
