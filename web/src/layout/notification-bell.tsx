import { plural, t } from '@lingui/core/macro'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { withTexts } from '../texts/load-texts.ts'
import { CornerPanel } from './corner-popover.tsx'
import { IconButton } from './icon-button.tsx'
import classes from './notification-bell.module.css'
import { notificationsQuery } from './notifications-query.ts'

const List = lazy(() =>
  withTexts('layout', import('./notification-list.tsx')).then((module) => ({
    default: module.NotificationList,
  })),
)

const panelId = 'notifications'

function useUnread(): { unread: number; label: string } {
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  const label =
    unread > 0
      ? plural(unread, { one: 'Notifications, # unread', other: 'Notifications, # unread' })
      : t`Notifications`
  return { unread, label }
}

/**
 * The bell with the number of unread notifications: in the navigation, or in the top bar where that is
 * hidden.
 */
export function NotificationBell() {
  const { unread, label } = useUnread()
  return (
    <IconButton icon={IconBell} label={label} className={classes.bell} popoverTarget={panelId}>
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </IconButton>
  )
}

/**
 * The panel of notifications. It is separate from the bell, which on narrow screens is rendered again with
 * each screen.
 */
export function NotificationPanel() {
  const { label } = useUnread()
  return (
    <CornerPanel id={panelId} corner="top" label={label}>
      {(close) => <List close={close} />}
    </CornerPanel>
  )
}
