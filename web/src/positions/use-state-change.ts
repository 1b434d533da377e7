import { t } from '@lingui/core/macro'
import { getPosition, listPositions, updatePosition } from '@muster/contract/positions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import type { PositionDetails, PositionState } from './position-state.ts'

function doneText(state: PositionState, name: string): string {
  if (state === 'open') return t`Reopened ${name}`
  return state === 'closed' ? t`Closed ${name}` : t`${name} is on hold`
}

/** Puts a position on hold, closes or reopens it, with Undo. */
export function useStateChange({ id, name, state: before }: PositionDetails) {
  const { queryKey } = endpointQuery(getPosition, { params: { id } })
  const change = useMutation({
    mutationFn: (state: PositionState) => call(updatePosition, { params: { id }, body: { state } }),
    onMutate: (state) => {
      const known = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (now) => now && { ...now, state })
      return known
    },
    onSuccess: (position) => queryClient.setQueryData(queryKey, position),
    onError: (error, _state, known) => {
      queryClient.setQueryData(queryKey, known)
      toastError(error, t`${name} not changed`)
    },
    onSettled: () => invalidate(listPositions),
  })
  return (state: PositionState) =>
    change.mutate(state, {
      onSuccess: () => toast(doneText(state, name), () => change.mutate(before)),
    })
}
