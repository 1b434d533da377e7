import * as contract from '@muster/contract/candidates.ts'
import { handler } from '../http/handler.ts'
import { attachFile } from '../policies/file-policy.ts'
import { loadCandidate } from './present-candidate.ts'
import { updateCandidateFields } from './update-candidate-fields.ts'

export const updateCandidate = handler(contract.updateCandidate, async ({ tx, actor, params, body }) => {
  const { resumeFileId } = await loadCandidate(tx, actor, params.id)
  if (body.resumeFileId !== resumeFileId) await attachFile(tx, actor, body.resumeFileId)
  const { version, ...fields } = body
  await updateCandidateFields(tx, actor, params.id, fields, version)
  return loadCandidate(tx, actor, params.id)
})
