import { listNotifications } from '@muster/contract/notifications.ts'
import { endpointQuery } from '../api/query.ts'

/** Counts the unread notifications. */
export const notificationsQuery = endpointQuery(listNotifications, { query: { limit: 1 } })
