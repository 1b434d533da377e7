import { useState } from 'react'
import { CallMenu } from '../../calls/call-menu.tsx'
import type { Callee } from '../../calls/log-outcome.ts'
import { rowElement } from '../../ui/row-focus.ts'

interface RowCallMenuProps {
  application: Callee
  onClose: () => void
  /** Goes on to the next person. */
  onLogged: () => void
}

/** The call menu opened by a key, beside the row with the cursor. */
export function RowCallMenu({ application, onClose, onLogged }: RowCallMenuProps) {
  const [opened, setOpened] = useState(true)
  const [at] = useState(() => {
    const row = rowElement(application.id)?.getBoundingClientRect()
    if (!row) return { left: window.innerWidth / 2, top: 160 }
    return { left: row.left + Math.min(420, row.width / 2), top: row.bottom }
  })
  return (
    <CallMenu callee={application} opened={opened} onChange={setOpened} onEnd={onClose} onLogged={onLogged}>
      <span aria-hidden style={{ position: 'fixed', ...at }} />
    </CallMenu>
  )
}
