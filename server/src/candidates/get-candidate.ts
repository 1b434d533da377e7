import * as contract from '@muster/contract/candidates.ts'
import { handler } from '../http/handler.ts'
import { loadApplicationsOf } from './candidate-applications.ts'
import { loadCandidate } from './present-candidate.ts'

export const getCandidate = handler(contract.getCandidate, async ({ tx, actor, params }) => {
  const candidate = await loadCandidate(tx, actor, params.id)
  const applications = await loadApplicationsOf(tx, actor, [params.id])
  return { ...candidate, applications: applications.get(params.id)! }
})
