import * as contract from '@muster/contract/candidate-merges.ts'
import { handler } from '../http/handler.ts'
import { loadCandidate } from './present-candidate.ts'
import { loadMergesOf } from './present-merge.ts'

export const listCandidateMerges = handler(contract.listCandidateMerges, async ({ tx, actor, params }) => {
  await loadCandidate(tx, actor, params.id)
  return { items: await loadMergesOf(tx, actor, params.id) }
})
