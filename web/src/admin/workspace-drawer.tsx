import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Skeleton, Textarea, TextInput } from '@mantine/core'
import {
  getAdministeredWorkspace,
  listWorkspaces,
  renameWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '@muster/contract/admin-workspaces.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { WorkspaceSubscription } from '../admin-billing/workspace-subscription.tsx'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDateTime, formatDay, formatNumber, formatTotal } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { Part } from '../ui/part.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { formatFileSize } from '../uploads/file-size.ts'
import classes from './admin.module.css'
import { WorkspaceOwners } from './workspace-owners.tsx'

/** Quotas are marked from this share of their limit. */
const nearlyFull = 0.9

type Workspace = ResponseOf<typeof getAdministeredWorkspace>

const refresh = () => invalidate(listWorkspaces, getAdministeredWorkspace)

function Summary({ workspace }: { workspace: Workspace }) {
  const { users, positions, applications, storageBytes, lastActivityAt, createdAt, timezone } = workspace
  const { files, analyses, quotas } = workspace
  const late = (used: number, most: number) => (used >= most * nearlyFull ? classes.late : undefined)
  const size = formatFileSize(storageBytes)
  const mostSize = formatFileSize(quotas.storageBytes)
  return (
    <DescriptionList>
      <dt>{t`Users`}</dt>
      <dd>{formatNumber(users)}</dd>
      <dt>{t`Positions`}</dt>
      <dd>{formatNumber(positions)}</dd>
      <dt>{t`Applications`}</dt>
      <dd>{formatTotal(applications)}</dd>
      <dt>{t`Storage`}</dt>
      <dd className={late(storageBytes, quotas.storageBytes)}>{t`${size} of ${mostSize}`}</dd>
      <dt>{t`Files`}</dt>
      <dd className={late(files, quotas.files)}>
        {t`${formatNumber(files)} of ${formatNumber(quotas.files)}`}
      </dd>
      <dt>{t`Files awaiting import`}</dt>
      <dd className={late(analyses, quotas.analyses)}>
        {t`${formatNumber(analyses)} of ${formatNumber(quotas.analyses)}`}
      </dd>
      <dt>{t`Last activity`}</dt>
      <dd>{lastActivityAt ? formatDateTime(lastActivityAt) : t`No activity yet`}</dd>
      <dt>{t`Timezone`}</dt>
      <dd>{timezone}</dd>
      <dt>{t({ message: 'Created', context: 'day a workspace was made' })}</dt>
      <dd>{formatDay(createdAt)}</dd>
    </DescriptionList>
  )
}

function Rename({ workspace: { id, name } }: { workspace: Workspace }) {
  const [typed, setTyped] = useState(name)
  const rename = useMutation({
    mutationFn: (to: string) => call(renameWorkspace, { params: { id }, body: { name: to } }),
    onSuccess: (renamed) => {
      toast(t`Renamed to ${renamed.name}`)
      void refresh()
    },
    onError: (error) => toastError(error, t`Not renamed`),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    rename.mutate(typed)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput label={t`Name`} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <div className={classes.buttons}>
        <Button
          type="submit"
          variant="default"
          loading={rename.isPending}
          disabled={typed.trim() === '' || typed.trim() === name}
        >
          <Trans>Rename</Trans>
        </Button>
      </div>
    </form>
  )
}

function Suspend({ workspace: { id, name } }: { workspace: Workspace }) {
  const [reason, setReason] = useState('')
  const own = useCurrentUser().workspace.id === id
  const suspend = useMutation({
    mutationFn: () => call(suspendWorkspace, { params: { id }, body: { reason } }),
    onSuccess: () => {
      toast(t`Suspended ${name}`)
      void refresh()
    },
    onError: (error) => toastError(error, t`Not suspended`),
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    const text = t`All users are signed out and cannot sign in until you resume the workspace. No data is lost.`
    if (await confirm({ title: t`Suspend ${name}?`, text, action: t`Suspend` })) suspend.mutate()
  }
  return (
    <Part title={<Trans>Suspend</Trans>}>
      <p>
        {own ? (
          <Trans>You are a user of this workspace, so you cannot suspend it.</Trans>
        ) : (
          <Trans>
            Signs out all users and blocks sign-in until you resume the workspace. No data is deleted.
          </Trans>
        )}
      </p>
      {!own && (
        <form className={classes.form} onSubmit={(event) => void submit(event)}>
          <Textarea
            label={t`Reason (recorded in the audit log)`}
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div className={classes.buttons}>
            <Button
              type="submit"
              variant="default"
              loading={suspend.isPending}
              disabled={reason.trim() === ''}
              title={reason.trim() === '' ? t`Enter a reason first` : undefined}
            >
              <Trans>Suspend workspace…</Trans>
            </Button>
          </div>
        </form>
      )}
    </Part>
  )
}

function Resume({ workspace }: { workspace: Workspace }) {
  const { id, name, suspendedAt, suspensionReason } = workspace
  const resume = useMutation({
    mutationFn: () => call(resumeWorkspace, { params: { id } }),
    onSuccess: () => {
      toast(t`Resumed ${name}. Its users can sign in again.`)
      void refresh()
    },
    onError: (error) => toastError(error, t`Not resumed`),
  })
  return (
    <Part title={<Trans>Suspended</Trans>}>
      <p>
        <Trans>Since {suspendedAt ? formatDateTime(suspendedAt) : ''}. Its users cannot sign in.</Trans>
      </p>
      <p className={classes.text}>{suspensionReason}</p>
      <div className={classes.buttons}>
        <Button loading={resume.isPending} onClick={() => resume.mutate()}>
          <Trans>Resume</Trans>
        </Button>
      </div>
    </Part>
  )
}

interface WorkspaceDrawerProps {
  workspaceId: string
  /** Shown while the workspace loads. */
  name?: string
  onClose: () => void
}

/** Shows a workspace: its size, its owners, and the actions on it. */
export function WorkspaceDrawer({ workspaceId, name, onClose }: WorkspaceDrawerProps) {
  const { data, error, refetch } = useQuery(
    endpointQuery(getAdministeredWorkspace, { params: { id: workspaceId } }),
  )
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={data?.name ?? name ?? t`Workspace`}
    >
      {error && !data && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data && (
        <div className={classes.parts}>
          <Summary workspace={data} />
          <LinkButton to="/admin/users" search={{ workspaceId }} variant="default">
            <Trans>View users</Trans>
          </LinkButton>
          <WorkspaceSubscription workspaceId={workspaceId} name={data.name} />
          <WorkspaceOwners workspace={data} onDone={() => void refresh()} />
          <Rename key={data.name} workspace={data} />
          {data.state === 'suspended' ? <Resume workspace={data} /> : <Suspend workspace={data} />}
        </div>
      )}
    </Drawer>
  )
}
