import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconArrowBarToUp, IconArrowUpRight, IconSquareCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement, RefObject } from 'react'
import { Kbd } from '../ui/kbd.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { useBoardContext } from './board-context.ts'
import type { Card } from './board-moves.ts'
import { ColumnChoices } from './column-choices.tsx'

interface CardMenuProps {
  card: Card
  columnId: string
  opened: boolean
  onChange: (opened: boolean) => void
  target: RefObject<HTMLElement | null>
  /** The trigger. */
  children: ReactElement
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** The menu of a card: every action without dragging. */
export function CardMenu({ card, columnId, opened, onChange, target, children }: CardMenuProps) {
  const { kind, actions } = useBoardContext()
  const navigate = useNavigate()
  const taken = actions.takenWith(card)
  return (
    <Menu
      opened={useOpened(opened, target)}
      onChange={onChange}
      width={232}
      position="bottom-end"
      withinPortal
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUpRight {...icon} />}
          onClick={() => navigate({ to: '/applications/$id', params: { id: card.id } })}
        >
          <Trans>Open</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSquareCheck {...icon} />}
          rightSection={<Kbd>x</Kbd>}
          onClick={() => actions.toggle(card.id)}
        >
          <Trans>Select</Trans>
        </Menu.Item>
        {kind === 'position' && (
          <Menu.Item
            leftSection={<IconArrowBarToUp {...icon} />}
            onClick={() => actions.moveTo(taken, columnId)}
          >
            <Trans>Move to top</Trans>
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{plural(taken.length, { one: 'Move to', other: 'Move # to' })}</Menu.Label>
        <ColumnChoices cards={taken} />
      </Menu.Dropdown>
    </Menu>
  )
}
