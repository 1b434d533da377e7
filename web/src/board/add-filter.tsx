import { t } from '@lingui/core/macro'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Chip } from '../ui/chip.tsx'

const ChoiceMenu = lazy(() => import('./choice-menu.tsx').then((module) => ({ default: module.ChoiceMenu })))

export type AddedFilter = 'tag' | 'positionId' | 'companyId' | 'callbackDue' | 'neverContacted'

interface AddFilterProps {
  choices: readonly { name: AddedFilter; label: string }[]
  onAdd: (name: AddedFilter) => void
}

/** Adds a filter to the toolbar that is not shown by default. */
export function AddFilter({ choices, onAdd }: AddFilterProps) {
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  if (choices.length === 0) return null
  const chip = (
    <Chip
      ref={target}
      label={t`Filter`}
      dashed
      aria-haspopup="menu"
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      <IconPlus size={14} stroke={1.6} aria-hidden />
    </Chip>
  )
  if (opened === undefined) return chip
  return (
    <Suspense fallback={chip}>
      <ChoiceMenu
        choices={choices}
        onChoose={(name) => onAdd(name as AddedFilter)}
        opened={opened}
        onChange={setOpened}
        target={target}
      >
        {chip}
      </ChoiceMenu>
    </Suspense>
  )
}
