import { plural, t } from '@lingui/core/macro'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { CornerPopover } from './corner-popover.tsx'
import classes from './notification-bell.module.css'
import { notificationsQuery } from './notifications-query.ts'

const List = lazy(() =>
  import('./notification-list.tsx').then((module) => ({ default: module.NotificationList })),
)

/** The bell, with how many are unread, and the latest notifications. */
export function NotificationBell() {
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  return (
    <CornerPopover
      corner="top-right"
      label={
        unread > 0
          ? plural(unread, { one: 'Notifications, # unread', other: 'Notifications, # unread' })
          : t`Notifications`
      }
      className={classes.bell}
      trigger={
        <>
          <IconBell size={16} stroke={1.6} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </>
      }
    >
      {(close) => <List close={close} />}
    </CornerPopover>
  )
}
