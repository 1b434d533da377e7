import { readsFacts } from '../facts/reads-facts.ts'
import { deleteCall } from './delete-call.ts'
import { exportCalls } from './export-calls.ts'
import type { CallFilters } from './filter-calls.ts'
import { getCall } from './get-call.ts'
import { listCalls } from './list-calls.ts'
import { logCall } from './log-call.ts'
import { updateCall } from './update-call.ts'

const countsFacts = ({ query }: { query?: CallFilters }) => query?.counted !== undefined

export const callRoutes = [
  readsFacts(listCalls, countsFacts),
  readsFacts(exportCalls, countsFacts),
  logCall,
  getCall,
  updateCall,
  deleteCall,
]
