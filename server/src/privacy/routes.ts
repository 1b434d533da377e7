import { downloadEverything } from './download-everything.ts'
import { eraseCandidate } from './erase-candidate.ts'
import { getRetention } from './get-retention.ts'
import { listRetentionRows } from './list-retention-rows.ts'
import { previewErasure } from './preview-erasure.ts'
import { previewRetention } from './preview-retention.ts'
import { updateRetention } from './update-retention.ts'

export const privacyRoutes = [
  downloadEverything,
  previewErasure,
  eraseCandidate,
  getRetention,
  updateRetention,
  previewRetention,
  listRetentionRows,
]
