import * as contract from '@muster/contract/candidates.ts'
import { handler } from '../http/handler.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import { presentFile } from '../uploads/present-file.ts'
import { loadApplicationsOf } from './candidate-applications.ts'
import { loadCandidate } from './present-candidate.ts'

export const getCandidate = handler(contract.getCandidate, async ({ tx, actor, params }) => {
  const candidate = await loadCandidate(tx, actor, params.id)
  const applications = await loadApplicationsOf(tx, actor, [params.id])
  const fileId = maySeeContacts(actor) ? candidate.resumeFileId : null
  return {
    ...candidate,
    applications: applications.get(params.id)!,
    resumeFile: fileId ? await presentFile(tx, actor.workspaceId, fileId) : null,
  }
})
