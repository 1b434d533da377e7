import { t } from '@lingui/core/macro'
import { deleteCandidate, listCandidates, restoreCandidate } from '@muster/contract/candidates.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import type { CandidateRow } from './candidate-columns.tsx'

/** Restores deleted candidates at once, with Undo. */
export function useRestore() {
  const remove = useMutation({
    mutationFn: ({ id }: CandidateRow) => call(deleteCandidate, { params: { id } }),
    onError: (error) => toastError(error, t`Not undone`),
    onSettled: () => invalidate(listCandidates),
  })
  const restore = useMutation({
    mutationFn: ({ id }: CandidateRow) => call(restoreCandidate, { params: { id } }),
    onSuccess: (_, candidate) => toast(t`Restored ${candidate.name}`, () => remove.mutate(candidate)),
    onError: (error, { name }) => toastError(error, t`${name} not restored`),
    onSettled: () => invalidate(listCandidates),
  })
  return restore.mutate
}
