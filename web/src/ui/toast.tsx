import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ApiError, errorMessage } from '../api/api-error.ts'

const host = () => import('./toast-host.tsx')
const ToastHost = lazy(() => host().then((module) => ({ default: module.ToastHost })))

let needed = false
let onNeeded = () => {}

async function withHost(): Promise<typeof import('./toast-host.tsx')> {
  needed = true
  onNeeded()
  return host()
}

/** Says at the bottom, for 5 seconds, what was done; with `undo`, offers to take it back, by the key z too. */
export function toast(message: string, undo?: () => void) {
  void withHost().then(({ show }) => show(message, undo))
}

/** Says what did not work and why: the server's sentence, after the one given; with the way to more where a plan is full. */
export function toastError(error: unknown, message?: string) {
  const reason = errorMessage(error)
  const mayChangePlan =
    error instanceof ApiError && error.code === 'PLAN_LIMIT' && error.details?.mayChange === true
  void withHost().then(({ showError }) =>
    showError(message ? `${message}: ${reason}` : reason, mayChangePlan),
  )
}

/** Has the toasts at hand for when there is no network to load them over, and their place for reading them out. */
export function prepareToasts() {
  void withHost()
}

/** Where toasts appear; once in the layout. Loaded when the first one does. */
export function Toasts() {
  const show = useSyncExternalStore(
    (listener) => {
      onNeeded = listener
      return () => {
        onNeeded = () => {}
      }
    },
    () => needed,
  )
  return <Suspense>{show && <ToastHost />}</Suspense>
}
