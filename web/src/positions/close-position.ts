import { plural, t } from '@lingui/core/macro'
import { undoBatch } from '@muster/contract/application-selection.ts'
import { listApplications } from '@muster/contract/applications.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { getPosition, listPositions, updatePosition } from '@muster/contract/positions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import type { PositionDetails, PositionState } from './position-state.ts'

/** What happens to the open applications of a closing position. */
export type OpenApplications = NonNullable<CallOf<typeof updatePosition>['body']['openApplications']>

const refresh = () => invalidate(getPosition, listPositions, listApplications)

async function undoClosing(
  { id, name }: Pick<PositionDetails, 'id' | 'name'>,
  before: PositionState,
  batchId: string | null,
): Promise<void> {
  try {
    await call(updatePosition, { params: { id }, body: { state: before } })
    const left = batchId ? (await call(undoBatch, { body: { batchId } })).refused.length : 0
    if (left > 0)
      toast(
        plural(left, {
          one: '# application has changed since and stays closed',
          other: '# applications have changed since and stay closed',
        }),
      )
  } catch (error) {
    toastError(error, t`${name} not reopened`)
  }
  await refresh()
}

/** Shows what was closed in a toast, with an Undo of all of it. */
export function showPositionClosed(answer: ResponseOf<typeof updatePosition>, before: PositionState): void {
  const { name, closedApplications } = answer
  const closed = closedApplications?.closed ?? 0
  const text =
    closed > 0
      ? plural(closed, {
          one: `Closed ${name} and # application`,
          other: `Closed ${name} and # applications`,
        })
      : t`Closed ${name}`
  toast(text, () => void undoClosing(answer, before, closedApplications?.batchId ?? null))
  void refresh()
}

/** Closes a position and its open applications in one request: both, or neither. */
export function useClosePosition({ id, name, state }: PositionDetails, onClosed: () => void) {
  return useMutation({
    mutationFn: (openApplications: OpenApplications) =>
      call(updatePosition, { params: { id }, body: { state: 'closed', openApplications } }),
    onSuccess: (answer) => {
      showPositionClosed(answer, state)
      onClosed()
    },
    onError: (error) => {
      toastError(error, t`${name} not closed`)
      void refresh()
    },
  })
}
