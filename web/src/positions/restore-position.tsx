import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { deletePosition, listPositions, restorePosition } from '@muster/contract/positions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { toast, toastError } from '../ui/toast.tsx'

/** Restores a deleted position, with Undo. */
export function RestorePosition({ position: { id, name } }: { position: { id: string; name: string } }) {
  const mayRestore = usePermission('positions:write')
  const refresh = () => invalidate(listPositions)
  const remove = useMutation({
    mutationFn: () => call(deletePosition, { params: { id } }),
    onError: (error) => toastError(error, t`${name} not deleted`),
    onSettled: refresh,
  })
  const restore = useMutation({
    mutationFn: () => call(restorePosition, { params: { id } }),
    onSuccess: () => toast(t`Restored ${name}`, () => remove.mutate()),
    onError: (error) => toastError(error, t`${name} not restored`),
    onSettled: refresh,
  })
  if (!mayRestore) return null
  return (
    <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
      <Trans>Restore</Trans>
    </Button>
  )
}
