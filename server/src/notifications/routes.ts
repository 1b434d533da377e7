import { listNotificationChoices } from './list-notification-choices.ts'
import { listNotifications } from './list-notifications.ts'
import { readNotifications } from './read-notifications.ts'
import { setNotificationChoice } from './set-notification-choice.ts'

export const notificationRoutes = [
  listNotifications,
  readNotifications,
  listNotificationChoices,
  setNotificationChoice,
]
