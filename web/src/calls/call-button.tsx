import { t } from '@lingui/core/macro'
import { IconPhonePlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CallMenuHost } from './call-menu-host.tsx'
import type { Called } from './log-outcome.ts'

interface CallButtonProps {
  called: Called & { can: { call: boolean } }
  className: string | undefined
  tabIndex?: number
}

/** Opens the call menu where somebody stands in a list or on a board; nothing where they may not be called. */
export function CallButton({ called, className, tabIndex }: CallButtonProps) {
  const { name } = called.candidate
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  if (!called.can.call) return null
  return (
    <CallMenuHost called={called} opened={opened} onChange={setOpened} target={target}>
      <button
        ref={target}
        type="button"
        className={className}
        data-call
        aria-label={t`Log a call with ${name}`}
        title={t`Log a call (l)`}
        aria-haspopup="menu"
        tabIndex={tabIndex}
        onClick={opened === undefined ? () => setOpened(true) : undefined}
      >
        <IconPhonePlus size={16} stroke={1.6} aria-hidden />
      </button>
    </CallMenuHost>
  )
}
