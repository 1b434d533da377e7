import { plural, t } from '@lingui/core/macro'
import {
  listCandidateMerges,
  mergeCandidates,
  previewMerge,
  unmergeCandidates,
} from '@muster/contract/candidate-merges.ts'
import { getCandidate, listCandidates, listPossibleDuplicates } from '@muster/contract/candidates.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { newKey } from '../ui/new-key.ts'
import { toast, toastError } from '../ui/toast.tsx'

export type Merge = ResponseOf<typeof listCandidateMerges>['items'][number]

function refresh() {
  return invalidate(listCandidates, getCandidate, listCandidateMerges, listPossibleDuplicates, previewMerge)
}

function partedText({ merged, survivor, kept }: Merge): string {
  if (kept.length === 0) return t`Unmerged ${merged.name} and ${survivor.name}`
  return plural(kept.length, {
    one: `Unmerged ${merged.name} and ${survivor.name}. # later change stays with ${survivor.name}.`,
    other: `Unmerged ${merged.name} and ${survivor.name}. # later changes stay with ${survivor.name}.`,
  })
}

/** Undoes a merge. */
export function useUnmerge() {
  return useMutation({
    mutationFn: ({ id, survivor }: Merge) =>
      call(unmergeCandidates, { params: { id: survivor.id, mergeId: id } }, { idempotencyKey: newKey() }),
    onSuccess: ({ merge }) => toast(partedText(merge)),
    onError: (error) => toastError(error, t`Candidates not unmerged`),
    onSettled: refresh,
  })
}

interface Merging {
  id: string
  body: CallOf<typeof mergeCandidates>['body']
  key: string
}

/** Merges two candidates, with Undo. */
export function useMerge(onMerged: (merge: Merge) => void) {
  const unmerge = useUnmerge()
  return useMutation({
    mutationFn: ({ id, body, key }: Merging) =>
      call(mergeCandidates, { params: { id }, body }, { idempotencyKey: key }),
    onSuccess: ({ merge }) => {
      toast(t`Merged ${merge.merged.name} into ${merge.survivor.name}`, () => unmerge.mutate(merge))
      onMerged(merge)
    },
    onError: (error) => toastError(error, t`Candidates not merged`),
    onSettled: refresh,
  })
}
