import { createCandidate } from './create-candidate.ts'
import { deleteCandidate } from './delete-candidate.ts'
import { exportCandidates } from './export-candidates.ts'
import { findDuplicateCandidates } from './find-duplicate-candidates.ts'
import { getCandidate } from './get-candidate.ts'
import { listCandidateMerges } from './list-candidate-merges.ts'
import { listCandidates } from './list-candidates.ts'
import { listPossibleDuplicates } from './list-possible-duplicates.ts'
import { mergeCandidates } from './merge-candidates.ts'
import { previewMerge } from './preview-merge.ts'
import { restoreCandidate } from './restore-candidate.ts'
import { unmergeCandidates } from './unmerge-candidates.ts'
import { updateCandidate } from './update-candidate.ts'

export const candidateRoutes = [
  listCandidates,
  exportCandidates,
  createCandidate,
  findDuplicateCandidates,
  listPossibleDuplicates,
  getCandidate,
  updateCandidate,
  deleteCandidate,
  restoreCandidate,
  previewMerge,
  mergeCandidates,
  listCandidateMerges,
  unmergeCandidates,
]
