import { Button } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listNotifications, readNotifications } from '@muster/contract/notifications.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { toastError } from '../ui/toast.tsx'
import classes from './notification-list.module.css'
import { notificationsQuery } from './notifications-query.ts'

type Notification = ResponseOf<typeof listNotifications>['items'][number]

/** The link to what a notification is about. */
function NotificationLink({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const target = notification.applicationId
    ? ({ to: '/applications/$id', params: { id: notification.applicationId } } as const)
    : ({ to: '/imports' } as const)
  return (
    <Link
      {...target}
      className={classes.row}
      data-unread={notification.readAt === null || undefined}
      onClick={onOpen}
    >
      <span className={classes.text}>{notification.text}</span>
      <span className={classes.at}>
        <When at={notification.at} />
      </span>
    </Link>
  )
}

export function NotificationList({ close }: { close: () => void }) {
  const { data } = useSuspenseQuery(notificationsQuery)
  const read = useMutation({
    mutationFn: (ids?: string[]) => call(readNotifications, { body: { ids } }),
    onSuccess: () => invalidate(listNotifications),
    onError: (error) => toastError(error, 'Not marked as read'),
  })
  return (
    <>
      <div className={classes.head}>
        <strong>Notifications</strong>
        {data.unread > 0 && (
          <Button size="xs" variant="subtle" onClick={() => read.mutate(undefined)}>
            Mark all as read
          </Button>
        )}
      </div>
      {data.items.length === 0 && (
        <p className={classes.none}>Mentions, assignments and finished imports appear here.</p>
      )}
      {data.items.map((notification) => (
        <NotificationLink
          key={notification.id}
          notification={notification}
          onOpen={() => {
            close()
            if (notification.readAt === null) read.mutate([notification.id])
          }}
        />
      ))}
    </>
  )
}
