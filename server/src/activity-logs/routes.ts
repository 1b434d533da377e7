import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { listActivityLogs } from './list-activity-logs.ts'
import { listCandidateActivity } from './list-candidate-activity.ts'
import { restoreComment } from './restore-comment.ts'
import { updateComment } from './update-comment.ts'

export const activityLogRoutes = [
  listActivityLogs,
  listCandidateActivity,
  createComment,
  updateComment,
  deleteComment,
  restoreComment,
]
