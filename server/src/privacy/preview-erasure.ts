import * as contract from '@muster/contract/privacy.ts'
import { handler } from '../http/handler.ts'
import { countCandidateData, loadCandidateData } from './load-candidate-data.ts'

export const previewErasure = handler(contract.previewErasure, async ({ tx, actor, params }) => {
  const { name, data } = await loadCandidateData(tx, actor, params.id, { lock: false })
  const { counts, open } = await countCandidateData(tx, data)
  return { ...counts, name, openApplications: open, importFiles: data.importIds.length }
})
