import { t } from '@lingui/core/macro'
import { deleteCandidate, listCandidates, restoreCandidate } from '@muster/contract/candidates.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'

/** Deletes a candidate, who can be restored for 30 days, and leads back to the list. */
export function useDeleteCandidate({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate()
  const params = { id }
  const restore = useMutation({
    mutationFn: () => call(restoreCandidate, { params }),
    onSuccess: () => {
      void invalidate(listCandidates)
      void navigate({ to: '/candidates/$id', params })
    },
    onError: (error) => toastError(error, t`${name} not restored`),
  })
  return useMutation({
    mutationFn: () => call(deleteCandidate, { params }),
    onSuccess: () => {
      toast(t`Deleted ${name}`, () => restore.mutate())
      void invalidate(listCandidates)
      void navigate({ to: '/candidates', ignoreBlocker: true })
    },
    onError: (error) => toastError(error, t`${name} not deleted`),
  })
}
