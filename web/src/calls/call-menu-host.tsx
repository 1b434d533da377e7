import { lazy, type ReactElement, type RefObject, Suspense } from 'react'
import type { Called } from './log-outcome.ts'

const CallMenu = lazy(() => import('./call-menu.tsx').then((module) => ({ default: module.CallMenu })))

interface CallMenuHostProps {
  called: Called
  /** Undefined until first asked for: the menu's code is loaded then. */
  opened: boolean | undefined
  onChange: (opened: boolean) => void
  target?: RefObject<HTMLElement | null>
  /** The button that opens it, by `onChange(true)` of its own while it is not loaded. */
  children: ReactElement
}

/** The call menu at its button, loaded when it is first opened. */
export function CallMenuHost({ called, opened, onChange, target, children }: CallMenuHostProps) {
  if (opened === undefined) return children
  return (
    <Suspense fallback={children}>
      <CallMenu called={called} opened={opened} onChange={onChange} target={target}>
        {children}
      </CallMenu>
    </Suspense>
  )
}
