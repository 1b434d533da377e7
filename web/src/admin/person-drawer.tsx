import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Textarea } from '@mantine/core'
import {
  impersonate,
  listAllUsers,
  mailUserPasswordLink,
  reinstateUser,
  suspendUser,
} from '@muster/contract/admin-users.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { storeImpersonation } from '../session/store-impersonation.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDateTime, formatDay } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { Part } from '../ui/part.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './admin.module.css'

type Person = RowOf<typeof listAllUsers>

const refresh = () => invalidate(listAllUsers)

/** The support actions on a user, with Undo where possible. */
function useSupportActions({ id, name }: Person) {
  const params = { id }
  const onError = (error: unknown) => toastError(error, t`Not changed`)
  const reinstate = useMutation({
    mutationFn: () => call(reinstateUser, { params }),
    onSuccess: () => toast(t`${name} can sign in again`, () => suspend.mutate()),
    onError,
    onSettled: refresh,
  })
  const suspend = useMutation({
    mutationFn: () => call(suspendUser, { params }),
    onSuccess: () => toast(t`Suspended ${name} and signed them out`, () => reinstate.mutate()),
    onError,
    onSettled: refresh,
  })
  const mail = useMutation({
    mutationFn: () => call(mailUserPasswordLink, { params }),
    onSuccess: () => toast(t`Password link sent to ${name}`),
    onError: (error) => toastError(error, t`Password link not sent`),
  })
  return { suspend, reinstate, mail }
}

function Impersonate({ person: { id, name, can, whyNot } }: { person: Person }) {
  const [reason, setReason] = useState('')
  const start = useMutation({
    mutationFn: () => call(impersonate, { body: { userId: id, reason } }),
    onSuccess: (answer) => {
      storeImpersonation(answer)
      // Reload the document, so that nothing of the administrator's session stays in memory.
      window.location.assign('/')
    },
    onError: (error) => toastError(error, t`Not opened`),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    start.mutate()
  }
  const whyDisabled = whyNot.impersonate ?? (reason.trim() === '' ? t`Enter a reason first` : undefined)
  return (
    <Part title={<Trans>View Muster as {name}</Trans>}>
      <p>
        <Trans>
          View-only, for 30 minutes, in this tab. {name} is notified and sees your reason. The audit log
          records it.
        </Trans>
      </p>
      <form className={classes.form} onSubmit={submit}>
        <Textarea
          label={t`Reason`}
          autosize
          minRows={2}
          maxLength={500}
          disabled={!can.impersonate}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button
            type="submit"
            variant="default"
            loading={start.isPending}
            disabled={whyDisabled !== undefined}
            title={whyDisabled}
          >
            <Trans>View as {name}</Trans>
          </Button>
        </div>
      </form>
    </Part>
  )
}

/** Shows a user of any workspace, with actions to help them. */
export function PersonDrawer({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name, email, role, status, workspace, lastSeenAt, createdAt, can, whyNot } = person
  const { suspend, reinstate, mail } = useSupportActions(person)
  return (
    <Drawer opened={useOpened(true)} onClose={onClose} position="right" size="min(480px, 100vw)" title={name}>
      <div className={classes.parts}>
        <DescriptionList>
          <dt>{t`Email`}</dt>
          <dd>{email}</dd>
          <dt>{t`Workspace`}</dt>
          <dd>{workspace.suspended ? t`${workspace.name} (suspended)` : workspace.name}</dd>
          <dt>{t`Role`}</dt>
          <dd>{t(roleNames[role])}</dd>
          <dt>{t`Status`}</dt>
          <dd>{status === 'suspended' ? t`Suspended` : t`Active`}</dd>
          <dt>{t`Last active`}</dt>
          <dd>{lastSeenAt ? formatDateTime(lastSeenAt) : t`Never signed in`}</dd>
          <dt>{t`Joined`}</dt>
          <dd>{formatDay(createdAt)}</dd>
        </DescriptionList>
        <div className={classes.buttons}>
          <LinkButton to="/admin/audit" search={{ userId: id }} variant="default">
            <Trans>View audit log</Trans>
          </LinkButton>
          <Button
            variant="default"
            loading={mail.isPending}
            disabled={!can.mailLink}
            title={whyNot.mailLink}
            onClick={() => mail.mutate()}
          >
            <Trans>Send password link</Trans>
          </Button>
          {status === 'suspended' ? (
            <Button variant="default" loading={reinstate.isPending} onClick={() => reinstate.mutate()}>
              <Trans>Reactivate</Trans>
            </Button>
          ) : (
            <Button
              variant="default"
              loading={suspend.isPending}
              disabled={!can.suspend}
              title={whyNot.suspend}
              onClick={() => suspend.mutate()}
            >
              <Trans>Suspend</Trans>
            </Button>
          )}
        </div>
        <Impersonate person={person} />
      </div>
    </Drawer>
  )
}
