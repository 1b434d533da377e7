import { deleteCall } from './delete-call.ts'
import { exportCalls } from './export-calls.ts'
import { getCall } from './get-call.ts'
import { listCalls } from './list-calls.ts'
import { logCall } from './log-call.ts'
import { updateCall } from './update-call.ts'

export const callRoutes = [listCalls, exportCalls, logCall, getCall, updateCall, deleteCall]
