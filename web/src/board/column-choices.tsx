import { t } from '@lingui/core/macro'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { moveRefusal, useBoardContext, useColumns } from './board-context.ts'
import type { Card } from './board-moves.ts'

/** The columns that cards can move to, as menu items. */
export function ColumnChoices({ cards }: { cards: readonly Card[] }) {
  const { can, actions } = useBoardContext()
  return useColumns().map((column) => {
    const within = new Set(column.cards.map((card) => card.id))
    const here = cards.every((card) => within.has(card.id))
    const whyNot = moveRefusal(column, cards, can)
    return (
      <Menu.Item
        key={column.id}
        disabled={here || whyNot !== null}
        title={whyNot ?? undefined}
        leftSection={<StatusIcon type={column.type} color={column.color} />}
        rightSection={here && <IconCheck size={14} stroke={1.6} aria-label={t`current column`} />}
        onClick={() => actions.moveTo(cards, column.id)}
      >
        {column.type === 'closed' ? `${column.name}…` : column.name}
      </Menu.Item>
    )
  })
}
