import { lazy, type ReactElement, type RefObject, Suspense } from 'react'
import type { Callee } from './log-outcome.ts'

const CallMenu = lazy(() => import('./call-menu.tsx').then((module) => ({ default: module.CallMenu })))

interface CallMenuHostProps {
  callee: Callee
  /** Undefined until first opened, which loads the code of the menu. */
  opened: boolean | undefined
  onChange: (opened: boolean) => void
  target?: RefObject<HTMLElement | null>
  /** The trigger. Until the menu is loaded, it calls `onChange(true)` itself. */
  children: ReactElement
}

/** The call menu at its trigger, loaded when first opened. */
export function CallMenuHost({ callee, opened, onChange, target, children }: CallMenuHostProps) {
  if (opened === undefined) return children
  return (
    <Suspense fallback={children}>
      <CallMenu callee={callee} opened={opened} onChange={onChange} target={target}>
        {children}
      </CallMenu>
    </Suspense>
  )
}
