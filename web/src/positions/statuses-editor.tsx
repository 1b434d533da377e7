import { getPosition, orderStatuses } from '@muster/contract/positions.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import { AddStatus } from './add-status.tsx'
import type { PositionDetails, Status } from './position-state.ts'
import { StatusRow } from './status-row.tsx'
import classes from './statuses-editor.module.css'

const DeleteStatusDialog = lazy(() =>
  import('./delete-status-dialog.tsx').then((module) => ({ default: module.DeleteStatusDialog })),
)

function useOrder({ id, statuses }: PositionDetails) {
  const { queryKey } = endpointQuery(getPosition, { params: { id } })
  const [said, setSaid] = useState('')
  const mutationKey = ['orderStatuses', id]
  const order = useMutation({
    mutationKey,
    // One after another: the last order made is the one that stays.
    scope: { id: mutationKey.join() },
    mutationFn: (next: readonly Status[]) =>
      call(orderStatuses, { params: { id }, body: { statusIds: next.map((status) => status.id) } }),
    onMutate: (next) => {
      queryClient.setQueryData(queryKey, (now) => now && { ...now, statuses: [...next] })
      return statuses
    },
    onError: (error, _next, before) => {
      queryClient.setQueryData(queryKey, (now) => now && before && { ...now, statuses: before })
      toastError(error, 'Statuses not reordered')
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void invalidate(getPosition)
    },
  })

  /** Puts a status before the one now at `index`. */
  function move(statusId: string, index: number) {
    const from = statuses.findIndex((status) => status.id === statusId)
    const moved = statuses[from]
    const to = index > from ? index - 1 : index
    if (!moved || to === from || to < 0 || to >= statuses.length) return
    const next = statuses.toSpliced(from, 1).toSpliced(to, 0, moved)
    setSaid(`${moved.name} is now ${to + 1} of ${next.length}`)
    order.mutate(next)
  }

  return { move, said }
}

/** The columns of a position's board: added, renamed, recoloured, reordered and deleted. Each change is kept at once. */
export function StatusesEditor({ position }: { position: PositionDetails }) {
  const { statuses } = position
  const { move, said } = useOrder(position)
  const [deleting, setDeleting] = useState<Status | null>(null)
  return (
    <Section
      title="Statuses"
      text="The columns of its board, from left to right. Changes are kept as you make them."
    >
      <ol className={classes.list}>
        {statuses.map((status, index) => (
          <StatusRow
            key={status.id}
            status={status}
            index={index}
            last={index === statuses.length - 1}
            onMove={move}
            onDelete={() => setDeleting(status)}
          />
        ))}
      </ol>
      <AddStatus position={position} />
      <span role="status" className={classes.hidden}>
        {said}
      </span>
      <Suspense>
        {deleting && (
          <DeleteStatusDialog status={deleting} statuses={statuses} onClose={() => setDeleting(null)} />
        )}
      </Suspense>
    </Section>
  )
}
