import { Button, Group, Loader, Modal, Select, Stack } from '@mantine/core'
import { listApplications } from '@muster/contract/applications.ts'
import { deleteStatus, getPosition } from '@muster/contract/positions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { formatTotal } from '../ui/format.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import type { Status } from './position-state.ts'

interface DeleteStatusDialogProps {
  status: Status
  statuses: readonly Status[]
  onClose: () => void
}

/** Applications do not change sides by a status being deleted: open ones stay open, hired hired, closed closed. */
function sideOf(type: StatusType): string {
  return type === 'hired' || type === 'closed' ? type : 'open'
}

/** Deletes a status; when applications are in it, asks where they go. */
export function DeleteStatusDialog({ status, statuses, onClose }: DeleteStatusDialogProps) {
  const refuges = statuses.filter(({ id, type }) => id !== status.id && sideOf(type) === sideOf(status.type))
  const at = statuses.findIndex(({ id }) => id === status.id)
  const before = statuses.slice(0, at).findLast((each) => refuges.includes(each))
  const [moveTo, setMoveTo] = useState((before ?? refuges[0])?.id ?? null)
  const inside = useQuery({
    ...endpointQuery(listApplications, { query: { statusId: status.id, limit: 1 } }),
    staleTime: 0,
  })
  const some = (inside.data?.total.value ?? 0) > 0
  const remove = useMutation({
    mutationFn: () =>
      call(deleteStatus, {
        params: { id: status.id },
        query: some && moveTo ? { moveTo } : {},
      }),
    onSuccess: () => {
      toast(`Deleted ${status.name}`)
      onClose()
    },
    onError: (error) => toastError(error, `${status.name} not deleted`),
    onSettled: () => invalidate(getPosition),
  })

  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={`Delete ${status.name}`} size="sm" centered>
      <Stack gap="md">
        {inside.isPending && <Loader size="sm" aria-label="Counting the applications in it" />}
        {inside.isError && <span>{errorMessage(inside.error)}</span>}
        {inside.data && !some && <span>No application is in it. It cannot be brought back.</span>}
        {inside.data && some && refuges.length > 0 && (
          <Select
            label={`Where do its ${formatTotal(inside.data.total)} applications go?`}
            description="In the same order; each move is written into its activity."
            allowDeselect={false}
            data={refuges.map(({ id, name }) => ({ value: id, label: name }))}
            value={moveTo}
            onChange={setMoveTo}
          />
        )}
        {some && refuges.length === 0 && (
          <span>
            Its applications have nowhere to go: no other status is of its kind. Add one, or move them first.
          </span>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            disabled={!inside.data || (some && refuges.length === 0)}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {some ? 'Move them and delete' : 'Delete'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
