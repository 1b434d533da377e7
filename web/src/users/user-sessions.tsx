import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { endSession, listMySessions, listUserSessions } from '@muster/contract/user-sessions.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconDevices, IconDeviceTablet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { withPassword } from '../session/with-password.tsx'
import { When } from '../ui/age.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { PartSkeleton } from './part-skeleton.tsx'
import classes from './user-drawer.module.css'
import type { UserDetailsOf } from './user-labels.ts'

type Session = RowOf<typeof listUserSessions>

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDevices,
}

/** A session, which can be ended unless `whyNot` has a reason. */
export function SessionRow({ session, whyNot }: { session: Session; whyNot?: string | undefined }) {
  const { device, ip, createdAt, usedAt, current } = session
  const DeviceIcon = icons[device.kind]
  const name = [device.browser, device.system].filter(Boolean).join(' · ') || t`Unknown device`
  const end = useMutation({
    mutationFn: () => withPassword(() => call(endSession, { params: { id: session.id } })),
    onSuccess: () => toast(t`Signed out: ${name}`),
    onError: (error) => toastError(error, t`Not signed out`),
    onSettled: () => invalidate(listUserSessions, listMySessions),
  })
  return (
    <li className={classes.session}>
      <DeviceIcon size={16} stroke={1.6} aria-hidden className={classes.sessionIcon} />
      <span className={classes.told}>
        <span>
          {name}{' '}
          {current && (
            <Badge size="sm" variant="light">
              <Trans>This session</Trans>
            </Badge>
          )}
        </span>
        <span className={classes.caption}>
          <Trans>
            Last used <When at={usedAt} />, signed in <When at={createdAt} />
          </Trans>
          {ip && ` · ${ip}`}
        </span>
      </span>
      {!current && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={() => end.mutate()}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}

/** Lists a user's sessions; each can be ended. */
export function UserSessions({ userId, user }: { userId: string; user: UserDetailsOf | undefined }) {
  const pages = usePages(listUserSessions, { params: { id: userId }, query: {} })
  const { rows, isPending, error, retry } = pages
  if (error) return <ErrorState text={errorMessage(error)} onRetry={retry} />
  if (isPending) return <PartSkeleton />
  if (rows.length === 0)
    return (
      <EmptyState
        icon={IconDevices}
        title={t`No active sessions`}
        text={t`The user’s devices appear here after sign-in.`}
      />
    )
  return (
    <div className={classes.part}>
      <ul className={classes.list}>
        {rows.map((session) => (
          <SessionRow key={session.id} session={session} whyNot={user?.whyNot.edit} />
        ))}
      </ul>
      {user?.whyNot.edit && <p className={classes.caption}>{user.whyNot.edit}</p>}
      <ShowMore pages={pages} />
    </div>
  )
}
