import { listNotifications } from '@muster/contract/notifications.ts'
import { endpointQuery } from '../api/query.ts'

export const notificationsQuery = endpointQuery(listNotifications, { query: { limit: 20 } })
