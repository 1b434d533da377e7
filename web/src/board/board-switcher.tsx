import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const Choices = lazy(() => import('./board-choices.tsx').then((module) => ({ default: module.BoardChoices })))

/** Switches to the board of another position or pipeline. */
export function BoardSwitcher({ boardId }: { boardId: string }) {
  const [asked, setAsked] = useState(false)
  const button = (
    <ActionIcon
      size="sm"
      aria-label={t`Switch board`}
      title={t`Switch board`}
      aria-haspopup="listbox"
      onClick={() => setAsked(true)}
    >
      <IconChevronDown size={16} stroke={1.6} />
    </ActionIcon>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <Choices boardId={boardId} />
    </Suspense>
  )
}
