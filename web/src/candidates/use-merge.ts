import { plural, t } from '@lingui/core/macro'
import {
  getCandidate,
  listCandidateMerges,
  listCandidates,
  listPossibleDuplicates,
  mergeCandidates,
  previewMerge,
  unmergeCandidates,
} from '@muster/contract/candidates.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { newKey } from '../ui/new-key.ts'
import { toast, toastError } from '../ui/toast.tsx'

export type Merge = ResponseOf<typeof listCandidateMerges>['items'][number]

function lookAgain() {
  return invalidate(listCandidates, getCandidate, listCandidateMerges, listPossibleDuplicates, previewMerge)
}

function partedText({ merged, survivor, kept }: Merge): string {
  if (kept.length === 0) return t`${merged.name} and ${survivor.name} are two people again`
  return plural(kept.length, {
    one: `${merged.name} and ${survivor.name} are two people again; # later change stays with ${survivor.name}`,
    other: `${merged.name} and ${survivor.name} are two people again; # later changes stay with ${survivor.name}`,
  })
}

/** Parts two people who were merged. */
export function useUnmerge() {
  return useMutation({
    mutationFn: ({ id, survivor }: Merge) =>
      call(unmergeCandidates, { params: { id: survivor.id, mergeId: id } }, { idempotencyKey: newKey() }),
    onSuccess: ({ merge }) => toast(partedText(merge)),
    onError: (error) => toastError(error, t`Not parted`),
    onSettled: lookAgain,
  })
}

interface Merging {
  id: string
  body: CallOf<typeof mergeCandidates>['body']
  key: string
}

/** Makes two people one, with a way to undo. */
export function useMerge(onMerged: (merge: Merge) => void) {
  const unmerge = useUnmerge()
  return useMutation({
    mutationFn: ({ id, body, key }: Merging) =>
      call(mergeCandidates, { params: { id }, body }, { idempotencyKey: key }),
    onSuccess: ({ merge }) => {
      toast(t`Merged ${merge.merged.name} into ${merge.survivor.name}`, () => unmerge.mutate(merge))
      onMerged(merge)
    },
    onError: (error) => toastError(error, t`Not merged`),
    onSettled: lookAgain,
  })
}
