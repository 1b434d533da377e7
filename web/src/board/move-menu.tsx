import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Card } from './board-moves.ts'
import { ColumnChoices } from './column-choices.tsx'

interface MoveMenuProps {
  cards: readonly Card[]
  opened: boolean
  onChange: (opened: boolean) => void
  /** The button that opens it. */
  children: ReactElement
}

export function MoveMenu({ cards, opened, onChange, children }: MoveMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange} width={232} position="top-start" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <ColumnChoices cards={cards} />
      </Menu.Dropdown>
    </Menu>
  )
}
