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
import { roleNames } from '../texts/contract-words.ts'
import { FactList } from '../ui/fact-list.tsx'
import { formatDateTime, formatDay } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { Part } from '../ui/part.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './admin.module.css'

type Person = RowOf<typeof listAllUsers>

const refresh = () => invalidate(listAllUsers)

/** Each way to help somebody, with the way back where there is one. */
function useHelp({ id, name }: Person) {
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
    onSuccess: () => toast(t`${name} is suspended and signed out`, () => reinstate.mutate()),
    onError,
    onSettled: refresh,
  })
  const mail = useMutation({
    mutationFn: () => call(mailUserPasswordLink, { params }),
    onSuccess: () => toast(t`A link to set a password is on its way to ${name}`),
    onError: (error) => toastError(error, t`No link sent`),
  })
  return { suspend, reinstate, mail }
}

function SeeAs({ person: { id, name, can, whyNot } }: { person: Person }) {
  const [reason, setReason] = useState('')
  const look = useMutation({
    mutationFn: () => call(impersonate, { body: { userId: id, reason } }),
    onSuccess: (answer) => {
      storeImpersonation(answer)
      // The document loads anew, so nothing of one's own stays in memory.
      window.location.assign('/')
    },
    onError: (error) => toastError(error, t`Not opened`),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    look.mutate()
  }
  const whyDisabled = whyNot.impersonate ?? (reason.trim() === '' ? t`Say why first` : undefined)
  return (
    <Part title={<Trans>See Muster as {name}</Trans>}>
      <p>
        <Trans>
          For 30 minutes, in this tab, without changing anything. {name} is told that you look and why, and
          the audit log keeps it.
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
            loading={look.isPending}
            disabled={whyDisabled !== undefined}
            title={whyDisabled}
          >
            <Trans>See as {name}</Trans>
          </Button>
        </div>
      </form>
    </Part>
  )
}

/** Somebody of whichever workspace: who they are, and the ways to help them. */
export function PersonDrawer({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name, email, role, status, workspace, lastSeenAt, createdAt, can, whyNot } = person
  const { suspend, reinstate, mail } = useHelp(person)
  return (
    <Drawer opened={useOpened(true)} onClose={onClose} position="right" size="min(480px, 100vw)" title={name}>
      <div className={classes.parts}>
        <FactList>
          <dt>{t`E-mail`}</dt>
          <dd>{email}</dd>
          <dt>{t`Workspace`}</dt>
          <dd>{workspace.suspended ? t`${workspace.name} (suspended)` : workspace.name}</dd>
          <dt>{t`Role`}</dt>
          <dd>{t(roleNames[role])}</dd>
          <dt>{t`Status`}</dt>
          <dd>{status === 'suspended' ? t`Suspended` : t`Active`}</dd>
          <dt>{t`Here last`}</dt>
          <dd>{lastSeenAt ? formatDateTime(lastSeenAt) : t`Not here yet`}</dd>
          <dt>{t`Since`}</dt>
          <dd>{formatDay(createdAt)}</dd>
        </FactList>
        <div className={classes.buttons}>
          <LinkButton to="/admin/audit" search={{ userId: id }} variant="default">
            <Trans>What they did</Trans>
          </LinkButton>
          <Button
            variant="default"
            loading={mail.isPending}
            disabled={!can.mailLink}
            title={whyNot.mailLink}
            onClick={() => mail.mutate()}
          >
            <Trans>Mail a password link</Trans>
          </Button>
          {status === 'suspended' ? (
            <Button variant="default" loading={reinstate.isPending} onClick={() => reinstate.mutate()}>
              <Trans>Let in again</Trans>
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
        <SeeAs person={person} />
      </div>
    </Drawer>
  )
}
