import { useState } from 'react'
import { rowElement } from '../../ui/row-focus.ts'
import { useOpened } from '../../ui/use-opened.ts'
import { MoveMenu, type MoveTarget } from '../move-menu.tsx'
import type { ApplicationRow } from '../queries.ts'

interface RowMoveMenuProps {
  applications: readonly Pick<ApplicationRow, 'position' | 'status'>[]
  /** The row to anchor the menu to. */
  rowId: string | undefined
  label?: string
  onMove: (target: MoveTarget) => void
  onClose: () => void
}

/** The move menu opened by a key, beside the row with the cursor. */
export function RowMoveMenu({ applications, rowId, label, onMove, onClose }: RowMoveMenuProps) {
  const [at] = useState(() => {
    const row = rowId ? rowElement(rowId)?.getBoundingClientRect() : undefined
    if (!row) return { left: window.innerWidth / 2, top: 160 }
    return { left: row.left + Math.min(420, row.width / 2), top: row.bottom }
  })
  return (
    <MoveMenu
      applications={applications}
      label={label}
      onMove={onMove}
      opened={useOpened(true)}
      onChange={(opened) => !opened && onClose()}
    >
      <span aria-hidden style={{ position: 'fixed', ...at }} />
    </MoveMenu>
  )
}
