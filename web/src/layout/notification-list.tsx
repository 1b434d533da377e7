import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listNotifications, readNotifications } from '@muster/contract/notifications.ts'
import {
  type Icon,
  IconAt,
  IconBuilding,
  IconClockExclamation,
  IconEye,
  IconFileImport,
  IconPhoneCall,
  IconShieldLock,
  IconUserShare,
  IconWebhook,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { invalidate } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './notification-list.module.css'
import { notificationsQuery } from './notifications-query.ts'

type Notification = ResponseOf<typeof listNotifications>['items'][number]

const kinds: Record<Notification['kind'], { label: MessageDescriptor; icon: Icon }> = {
  mention: { label: msg`Mentioned you`, icon: IconAt },
  assigned: { label: msg`Assigned to you`, icon: IconUserShare },
  decided: { label: msg`Company decision`, icon: IconBuilding },
  submitted: { label: msg`Awaits your decision`, icon: IconBuilding },
  asked: { label: msg`Question from a client`, icon: IconAt },
  answered: { label: msg`Question answered`, icon: IconAt },
  callback_due: { label: msg`Callback due`, icon: IconPhoneCall },
  overdue: { label: msg`Overdue`, icon: IconClockExclamation },
  security: { label: msg`Account security`, icon: IconShieldLock },
  webhook_paused: { label: msg`Webhook paused`, icon: IconWebhook },
  impersonated: { label: msg`Your account was viewed`, icon: IconEye },
  import_finished: { label: msg`Import finished`, icon: IconFileImport },
}

/**
 * Returns the link of a notification: to the comment, application or import, or to all applications now
 * assigned to the user.
 */
function targetOf({ kind, applicationId, entryId, importId }: Notification): LinkProps {
  if (kind === 'impersonated') return { to: '/settings/activity' }
  if (kind === 'security') return { to: '/settings/sessions' }
  if (kind === 'webhook_paused') return { to: '/settings/webhooks' }
  // Sent to the reviewers of a client.
  if (kind === 'submitted' || kind === 'answered')
    return { to: '/reviews', search: { person: applicationId ?? undefined } }
  if (applicationId) {
    return {
      to: '/applications/$id',
      params: { id: applicationId },
      search: { entry: entryId ?? undefined },
    }
  }
  if (importId) return { to: '/imports/new', search: { id: importId } }
  if (kind === 'callback_due')
    return { to: '/applications', search: { ownerId: ['me'], callbackDue: 'true' } }
  if (kind === 'overdue') return { to: '/applications', search: { ownerId: ['me'], late: 'true' } }
  return { to: '/applications', search: { ownerId: ['me'] } }
}

interface NotificationRowProps {
  notification: Notification
  onOpen: () => void
  onToggle: () => void
}

function NotificationRow({ notification, onOpen, onToggle }: NotificationRowProps) {
  const { label, icon: KindIcon } = kinds[notification.kind]
  const unread = notification.readAt === null
  return (
    <li className={classes.row} data-unread={unread || undefined}>
      <Link {...targetOf(notification)} className={classes.link} onClick={onOpen}>
        <KindIcon size={16} stroke={1.6} aria-hidden className={classes.icon} />
        <span className={classes.body}>
          <span className={classes.kind}>
            {t(label)} · <When at={notification.at} />
          </span>
          <span className={classes.text}>{notification.text}</span>
        </span>
      </Link>
      <button
        type="button"
        className={classes.mark}
        aria-label={unread ? t`Mark as read` : t`Mark as unread`}
        title={unread ? t`Mark as read` : t`Mark as unread`}
        aria-pressed={!unread}
        onClick={onToggle}
      >
        <span className={classes.dot} />
      </button>
    </li>
  )
}

/** Arrow keys, j and k move between notifications. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`li > a`)]
  const now = links.findIndex((link) => link.parentElement?.contains(document.activeElement))
  event.preventDefault()
  event.stopPropagation()
  links[Math.min(Math.max(now + step, 0), links.length - 1)]?.focus()
}

/** The latest notifications, all or only unread ones; older ones load on request. */
export function NotificationList({ close }: { close: () => void }) {
  const [unreadOnly, setUnreadOnly] = useState(false)
  const query = { limit: 30, ...(unreadOnly && { unread: 'true' as const }) }
  const pages = usePages(listNotifications, { query })
  const { rows, error, retry, isPending } = pages
  const unread = useQuery(notificationsQuery).data?.unread ?? 0
  const mark = useMutation({
    mutationFn: (body: { ids?: string[]; read: boolean }) => call(readNotifications, { body }),
    onError: (problem, { read }) =>
      toastError(problem, read ? t`Could not mark as read` : t`Could not mark as unread`),
    onSettled: () => invalidate(listNotifications),
  })
  const markAll = () =>
    mark.mutate(
      { read: true },
      {
        onSuccess: ({ ids }) =>
          toast(
            plural(ids.length, {
              one: '# notification marked as read',
              other: '# notifications marked as read',
            }),
            () => mark.mutate({ ids, read: false }),
          ),
      },
    )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links inside
    <div onKeyDown={moveFocus}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <Trans>Notifications</Trans>
        </h2>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-pressed={unreadOnly}
          data-active={unreadOnly || undefined}
          className={classes.only}
          onClick={() => setUnreadOnly(!unreadOnly)}
        >
          <Trans>Unread only</Trans>
        </Button>
        <Button size="xs" variant="subtle" disabled={unread === 0} onClick={markAll}>
          <Trans>Mark all as read</Trans>
        </Button>
      </div>
      {isPending && <TableSkeleton rows={4} />}
      {error !== null && <ErrorState text={errorMessage(error)} onRetry={retry} />}
      {!isPending && error === null && rows.length === 0 && (
        <EmptyState
          title={unreadOnly ? t`No unread notifications` : t`No notifications yet`}
          text={t`Mentions, assignments and finished imports appear here.`}
        />
      )}
      <ul className={classes.list} aria-label={t`Notifications`}>
        {rows.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onOpen={() => {
              close()
              if (notification.readAt === null) mark.mutate({ ids: [notification.id], read: true })
            }}
            onToggle={() => mark.mutate({ ids: [notification.id], read: notification.readAt === null })}
          />
        ))}
      </ul>
      <ShowMore pages={pages} fullWidth variant="subtle" color="gray" radius={0}>
        <Trans>Show older</Trans>
      </ShowMore>
    </div>
  )
}
