import { Menu } from '@mantine/core'
import type { ReactElement, RefObject } from 'react'
import { useOpened } from '../ui/use-opened.ts'
import type { Card } from './board-moves.ts'
import { ColumnChoices } from './column-choices.tsx'

interface MoveMenuProps {
  cards: readonly Card[]
  opened: boolean
  onChange: (opened: boolean) => void
  target: RefObject<HTMLElement | null>
  /** The trigger. */
  children: ReactElement
}

export function MoveMenu({ cards, opened, onChange, target, children }: MoveMenuProps) {
  return (
    <Menu
      opened={useOpened(opened, target)}
      onChange={onChange}
      width={232}
      position="top-start"
      withinPortal
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <ColumnChoices cards={cards} />
      </Menu.Dropdown>
    </Menu>
  )
}
