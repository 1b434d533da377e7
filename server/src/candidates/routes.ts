import { createCandidate } from './create-candidate.ts'
import { deleteCandidate } from './delete-candidate.ts'
import { findDuplicateCandidates } from './find-duplicate-candidates.ts'
import { getCandidate } from './get-candidate.ts'
import { listCandidates } from './list-candidates.ts'
import { restoreCandidate } from './restore-candidate.ts'
import { updateCandidate } from './update-candidate.ts'

export const candidateRoutes = [
  listCandidates,
  createCandidate,
  findDuplicateCandidates,
  getCandidate,
  updateCandidate,
  deleteCandidate,
  restoreCandidate,
]
