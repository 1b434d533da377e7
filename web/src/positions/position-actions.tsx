import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { PositionDetails } from './position-state.ts'

const ActionsMenu = lazy(() =>
  import('./position-actions-menu.tsx').then((module) => ({ default: module.PositionActionsMenu })),
)

/** What one does seldom with a position: loaded when first asked for. */
export function PositionActions({ position }: { position: PositionDetails }) {
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  const button = (
    <ActionIcon
      ref={target}
      variant="default"
      aria-label="More actions"
      aria-haspopup="menu"
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      <IconDots size={16} />
    </ActionIcon>
  )
  if (opened === undefined) return button
  return (
    <Suspense fallback={button}>
      <ActionsMenu position={position} opened={opened} onChange={setOpened} target={target}>
        {button}
      </ActionsMenu>
    </Suspense>
  )
}
