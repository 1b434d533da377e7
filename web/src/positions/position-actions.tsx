import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import {
  IconCircleX,
  IconCopy,
  IconDots,
  IconLayoutKanban,
  IconPencil,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCommands } from '../layout/use-commands.ts'
import { useClosePosition } from './close-position.ts'
import type { PositionDetails } from './position-state.ts'

const ActionsMenu = lazy(() =>
  import('./position-actions-menu.tsx').then((module) => ({ default: module.PositionActionsMenu })),
)
const ClosePositionDialog = lazy(() =>
  import('./close-position-dialog.tsx').then((module) => ({ default: module.ClosePositionDialog })),
)

function usePositionCommands({ id, name, state, can }: PositionDetails, close: () => void) {
  const navigate = useNavigate()
  const params = { id }
  useCommands(name, [
    {
      id: 'board',
      label: t`Open board`,
      icon: IconLayoutKanban,
      run: () => void navigate({ to: '/board/$id', params }),
    },
    {
      id: 'applications',
      label: t`Show applications`,
      icon: IconUsersGroup,
      run: () => void navigate({ to: '/applications', search: { positionId: [id], open: 'all' } }),
    },
    ...(can.edit
      ? [
          {
            id: 'edit',
            label: t`Edit position`,
            icon: IconPencil,
            keys: ['e'],
            run: () => void navigate({ to: '/positions/$id/edit', params }),
          },
          {
            id: 'copy',
            label: t`Copy position…`,
            icon: IconCopy,
            run: () => void navigate({ to: '/positions/create', search: { copyOf: id } }),
          },
          {
            id: 'close',
            label: t`Close position…`,
            icon: IconCircleX,
            whyNot: state === 'closed' ? t`Already closed` : null,
            run: close,
          },
        ]
      : []),
  ])
}

/** The less common actions on a position, loaded when first opened. */
export function PositionActions({ position }: { position: PositionDetails }) {
  const [opened, setOpened] = useState<boolean>()
  const [closing, setClosing] = useState<boolean>()
  const close = useClosePosition(position, () => setClosing(false))
  const target = useRef<HTMLButtonElement>(null)
  usePositionCommands(position, () => setClosing(true))
  if (!position.can.edit) return null
  const button = (
    <ActionIcon
      ref={target}
      variant="default"
      aria-label={t`More actions`}
      aria-haspopup="menu"
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      <IconDots size={16} stroke={1.6} />
    </ActionIcon>
  )
  return (
    <>
      {opened === undefined ? (
        button
      ) : (
        <Suspense fallback={button}>
          <ActionsMenu
            position={position}
            opened={opened}
            onChange={setOpened}
            target={target}
            onClosePosition={() => setClosing(true)}
          >
            {button}
          </ActionsMenu>
        </Suspense>
      )}
      <Suspense>
        {closing !== undefined && (
          <ClosePositionDialog
            position={position}
            opened={closing}
            pending={close.isPending}
            onCancel={() => setClosing(false)}
            onConfirm={close.mutate}
          />
        )}
      </Suspense>
    </>
  )
}
