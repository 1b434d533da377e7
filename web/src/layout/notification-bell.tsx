import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { CornerPopover } from './corner-popover.tsx'
import classes from './notification-bell.module.css'
import { notificationsQuery } from './notifications-query.ts'

const List = lazy(() =>
  import('./notification-list.tsx').then((module) => ({ default: module.NotificationList })),
)

/** The bell, with a dot when something is unread, and the latest notifications. */
export function NotificationBell() {
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  return (
    <CornerPopover
      corner="top-right"
      label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      className={classes.bell}
      trigger={
        <>
          <IconBell size={18} stroke={1.5} aria-hidden />
          {unread > 0 && <span className={classes.dot} />}
        </>
      }
    >
      {(close) => <List close={close} />}
    </CornerPopover>
  )
}
