import { listNotifications } from '@muster/contract/notifications.ts'
import { endpointQuery } from '../api/query.ts'

/** How many notifications are unread. */
export const notificationsQuery = endpointQuery(listNotifications, { query: { limit: 1 } })
