import { listNotifications } from './list-notifications.ts'
import { readNotifications } from './read-notifications.ts'

export const notificationRoutes = [listNotifications, readNotifications]
