import * as contract from '@muster/contract/candidates.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { attachFile } from '../policies/file-policy.ts'
import { findMatch } from './find-match.ts'
import { insertCandidate } from './insert-candidate.ts'
import { presentCandidate, selectCandidateById } from './present-candidate.ts'

export const createCandidate = handler(contract.createCandidate, async ({ tx, actor, body }) => {
  await attachFile(tx, actor, body.resumeFileId)
  const match = await findMatch(tx, actor, body)
  if (match && !body.allowDuplicate)
    throw conflict(
      t`A candidate with the same contact details already exists. Choose that candidate or add a separate one.`,
      {
        ...match,
      },
    )
  const id = await insertCandidate(tx, actor, body)
  const row = await selectCandidateById(tx, actor, id)
  return presentCandidate(row!, actor)
})
