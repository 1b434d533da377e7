import { t } from '@lingui/core/macro'
import { createStatus, getPosition, orderStatuses, updateStatus } from '@muster/contract/positions.ts'
import { lazy, Suspense, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { StagesEditor } from '../statuses/editor/stages-editor.tsx'
import { useSavedStages } from '../statuses/editor/use-saved-stages.ts'
import { Section } from '../ui/section.tsx'
import type { PositionDetails, Status } from './position-state.ts'

const DeleteStatusDialog = lazy(() =>
  import('./delete-status-dialog.tsx').then((module) => ({ default: module.DeleteStatusDialog })),
)

/** Edits the columns of a position's board; each change is saved at once. */
export function StatusesEditor({ position }: { position: PositionDetails }) {
  const { id, statuses, can } = position
  const { queryKey } = endpointQuery(getPosition, { params: { id } })
  // Undefined until first opened.
  const [deleting, setDeleting] = useState<{ status: Status; open: boolean }>()
  const saved = useSavedStages({
    read: () => queryClient.getQueryData(queryKey)?.statuses ?? [],
    show: (next) =>
      queryClient.setQueryData(queryKey, (now) => now && { ...now, statuses: next as Status[] }),
    refresh: () => invalidate(getPosition),
    save: (statusId, body) => call(updateStatus, { params: { id: statusId }, body }),
    add: async (status, order) =>
      void (await call(createStatus, { body: { ...status, positionId: id, order } })),
    order: (statusIds) => call(orderStatuses, { params: { id }, body: { statusIds } }),
  })
  const store = {
    ...saved,
    remove: ({ id: statusId }: { id: string }) => {
      const status = statuses.find((each) => each.id === statusId)
      if (status) setDeleting({ status, open: true })
    },
  }
  return (
    <Section
      title={t`Statuses`}
      text={t`The columns of the board, from left to right. Changes are saved automatically.`}
    >
      <StagesEditor stages={statuses} store={store} kind="status" editable={can.edit} />
      <Suspense>
        {deleting && (
          <DeleteStatusDialog
            key={deleting.status.id}
            status={deleting.status}
            statuses={statuses}
            opened={deleting.open}
            onClose={() => setDeleting({ ...deleting, open: false })}
          />
        )}
      </Suspense>
    </Section>
  )
}
