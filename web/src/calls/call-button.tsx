import { t } from '@lingui/core/macro'
import { IconPhonePlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CallMenuHost } from './call-menu-host.tsx'
import type { Callee } from './log-outcome.ts'

interface CallButtonProps {
  callee: Callee & { can: { call: boolean } }
  className: string | undefined
  tabIndex?: number
}

/** Opens the call menu in a row or on a card. Renders nothing if the person may not be called. */
export function CallButton({ callee, className, tabIndex }: CallButtonProps) {
  const { name } = callee.candidate
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  if (!callee.can.call) return null
  return (
    <CallMenuHost callee={callee} opened={opened} onChange={setOpened} target={target}>
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
