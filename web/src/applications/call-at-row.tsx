import { useState } from 'react'
import { CallMenu } from '../calls/call-menu.tsx'
import type { Called } from '../calls/log-outcome.ts'
import { rowElement } from '../ui/row-focus.ts'

interface CallAtRowProps {
  application: Called
  onClose: () => void
}

/** The call menu as a key opens it: beside the row the cursor is on. */
export function CallAtRow({ application, onClose }: CallAtRowProps) {
  const [opened, setOpened] = useState(true)
  const [at] = useState(() => {
    const row = rowElement(application.id)?.getBoundingClientRect()
    if (!row) return { left: window.innerWidth / 2, top: 160 }
    return { left: row.left + Math.min(420, row.width / 2), top: row.bottom }
  })
  return (
    <CallMenu called={application} opened={opened} onChange={setOpened} onEnd={onClose}>
      <span aria-hidden style={{ position: 'fixed', ...at }} />
    </CallMenu>
  )
}
