import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Select, Skeleton, Stack } from '@mantine/core'
import { listApplications } from '@muster/contract/applications.ts'
import { deleteStatus, getPosition, restoreStatus } from '@muster/contract/positions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import type { Status } from './position-state.ts'

interface DeleteStatusDialogProps {
  status: Status
  statuses: readonly Status[]
  opened: boolean
  onClose: () => void
}

/** Deleting a status must not change whether an application is open, hired or closed. */
function sideOf(type: StatusType): string {
  return type === 'hired' || type === 'closed' ? type : 'open'
}

function useDeletion({ status, onClose }: DeleteStatusDialogProps) {
  const { id, name } = status
  const restore = useMutation({
    mutationFn: () => call(restoreStatus, { params: { id } }),
    onError: (error) => toastError(error, t`${name} not restored`),
    onSettled: () => invalidate(getPosition),
  })
  return useMutation({
    mutationFn: (moveTo: string | null) =>
      call(deleteStatus, { params: { id }, query: moveTo ? { moveTo } : {} }),
    onSuccess: () => {
      toast(t`Deleted ${name}`, () => restore.mutate())
      onClose()
    },
    onError: (error) => toastError(error, t`${name} not deleted`),
    onSettled: () => invalidate(getPosition),
  })
}

/** Deletes a status. If it has applications, asks where they move. Undo restores both. */
export function DeleteStatusDialog(props: DeleteStatusDialogProps) {
  const { status, statuses, opened, onClose } = props
  const refuges = statuses.filter(({ id, type }) => id !== status.id && sideOf(type) === sideOf(status.type))
  const at = statuses.findIndex(({ id }) => id === status.id)
  const before = statuses.slice(0, Math.max(0, at)).findLast((each) => refuges.includes(each))
  const [chosen, setChosen] = useState<string | null>(null)
  const moveTo = chosen ?? before?.id ?? refuges[0]?.id ?? null
  const inside = useQuery({
    ...endpointQuery(listApplications, { query: { statusId: status.id, limit: 1 } }),
    staleTime: 0,
    enabled: opened,
  })
  const count = inside.data?.total.value ?? 0
  const some = count > 0
  const stuck = some && refuges.length === 0
  const remove = useDeletion(props)

  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={t`Delete ${status.name}`} size="sm" centered>
      <Stack gap="md">
        {inside.isPending && <Skeleton height={66} role="status" aria-label={t`Counting applications`} />}
        {inside.isError && (
          <ErrorState
            text={t`Could not count the applications in this status.`}
            onRetry={() => void inside.refetch()}
          />
        )}
        {inside.data && !some && (
          <span>
            <Trans>This status has no applications.</Trans>
          </span>
        )}
        {some && !stuck && (
          <Select
            label={plural(count, {
              one: 'Move # application to',
              other: 'Move # applications to',
            })}
            description={t`The order is kept. Each move is recorded in the activity.`}
            allowDeselect={false}
            data={refuges.map(({ id, name }) => ({ value: id, label: name }))}
            value={moveTo}
            onChange={setChosen}
          />
        )}
        {stuck && (
          <span>
            <Trans>
              No other status can take these applications. Add a status of the same type, or move the
              applications first.
            </Trans>
          </span>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            color="red"
            disabled={!inside.data || stuck}
            loading={remove.isPending}
            onClick={() => remove.mutate(some ? moveTo : null)}
          >
            {some ? <Trans>Move applications and delete</Trans> : <Trans>Delete</Trans>}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
