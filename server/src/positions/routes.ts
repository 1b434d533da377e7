import { copyPosition } from './copy-position.ts'
import { createPosition } from './create-position.ts'
import { createStatus } from './create-status.ts'
import { deletePosition } from './delete-position.ts'
import { deleteStatus } from './delete-status.ts'
import { exportPositions } from './export-positions.ts'
import { getPosition } from './get-position.ts'
import { getPositionPeople } from './get-position-people.ts'
import { listPositionActivity } from './list-position-activity.ts'
import { listPositions } from './list-positions.ts'
import { listStatuses } from './list-statuses.ts'
import { orderStatuses } from './order-statuses.ts'
import { restorePosition } from './restore-position.ts'
import { restoreStatus } from './restore-status.ts'
import { updatePosition } from './update-position.ts'
import { updateStatus } from './update-status.ts'

export const positionRoutes = [
  listPositions,
  exportPositions,
  createPosition,
  getPosition,
  updatePosition,
  deletePosition,
  restorePosition,
  copyPosition,
  listStatuses,
  createStatus,
  updateStatus,
  deleteStatus,
  restoreStatus,
  orderStatuses,
  listPositionActivity,
  getPositionPeople,
]
