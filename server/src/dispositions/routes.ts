import { createReason } from './create-reason.ts'
import { listReasons } from './list-reasons.ts'
import { updateReason } from './update-reason.ts'

export const dispositionRoutes = [listReasons, createReason, updateReason]
