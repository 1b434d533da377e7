import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { listApplications } from '@muster/contract/applications.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getPosition, listPositions, updatePosition } from '@muster/contract/positions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { openApplications, type PositionDetails } from './position-state.ts'

/** The ids of everyone still open on a position. */
async function openIds(positionId: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const query = { positionId, open: 'true', limit: 200, cursor: cursor ?? undefined } as const
    const page = await call(listApplications, { query })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

/** Closes everyone still open, and answers what takes it back. */
async function closeApplications(positionId: string): Promise<string | null> {
  const ids = await openIds(positionId)
  let batchId: string | undefined
  for (let from = 0; from < ids.length; from += 1000) {
    const applicationIds = ids.slice(from, from + 1000)
    const action = { kind: 'close', disposition: 'position_closed' } as const
    const answer: ResponseOf<typeof bulkApplications> = await call(bulkApplications, {
      body: { applicationIds, action, batchId },
    })
    batchId ??= answer.batchId ?? undefined
  }
  return batchId ?? null
}

interface ClosePositionDialogProps {
  position: PositionDetails
  opened: boolean
  onClose: () => void
}

/** Closes a position after saying, and asking, what becomes of the applications still open on it. */
export function ClosePositionDialog({ position, opened, onClose }: ClosePositionDialogProps) {
  const { id, name, state } = position
  const open = openApplications(position)
  const mayClose = usePermission('applications:close')
  const [fate, setFate] = useState('close')
  const closing = mayClose && fate === 'close' && open > 0
  const refresh = () => invalidate(getPosition, listPositions, listApplications)

  async function takeBack(batchId: string | null) {
    try {
      await call(updatePosition, { params: { id }, body: { state } })
      if (batchId) await call(undoBatch, { body: { batchId } })
    } catch (error) {
      toastError(error, t`${name} not reopened`)
    }
    await refresh()
  }

  const close = useMutation({
    mutationFn: async () => {
      const batchId = closing ? await closeApplications(id) : null
      await call(updatePosition, { params: { id }, body: { state: 'closed' } })
      return batchId
    },
    onSuccess: (batchId) => {
      toast(t`Closed ${name}`, () => void takeBack(batchId))
      onClose()
    },
    onError: (error) => toastError(error, t`${name} not closed`),
    onSettled: refresh,
  })

  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={t`Close ${name}`} size="md" centered>
      <Stack gap="md">
        {open === 0 && (
          <span>
            <Trans>No application is open. The position leaves boards and lists of open ones.</Trans>
          </span>
        )}
        {open > 0 && !mayClose && (
          <span>
            {plural(open, {
              one: '# application is open. It stays open, where it is.',
              other: '# applications are open. They stay open, where they are.',
            })}
          </span>
        )}
        {open > 0 && mayClose && (
          <Radio.Group
            label={plural(open, {
              one: 'What becomes of the # application still open?',
              other: 'What becomes of the # applications still open?',
            })}
            value={fate}
            onChange={setFate}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="close"
                label={t`Close them too`}
                description={t`With the disposition “Position closed”. How far each came is kept.`}
              />
              <Radio
                value="keep"
                label={t`Leave them open`}
                description={t`They stay in lists and on the board until somebody closes or moves them.`}
              />
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={close.isPending} onClick={() => close.mutate()}>
            {closing
              ? plural(open, { one: 'Close it and # application', other: 'Close it and # applications' })
              : t`Close position`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
