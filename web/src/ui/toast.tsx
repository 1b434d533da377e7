import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { withTexts } from '../texts/load-texts.ts'

const host = () => withTexts('ui', import('./toast-host.tsx'))
const ToastHost = lazy(() => host().then((module) => ({ default: module.ToastHost })))

let needed = false
let onNeeded = () => {}

async function withHost(): Promise<typeof import('./toast-host.tsx')> {
  needed = true
  onNeeded()
  return host()
}

/** A button of a toast, for a next step that nobody has to take. */
export interface Offer {
  label: string
  run: () => void
}

/**
 * Shows a toast for 5 seconds; with `undo` it offers Undo, also by the key z, and `offer` is a second button. Returns a
 * function that hides it.
 */
export function toast(message: string, undo?: () => void, offer?: Offer): () => void {
  const hide = withHost().then(({ show }) => show(message, undo, offer))
  return () => void hide.then((run) => run())
}

/**
 * Shows an error toast: the given sentence, then the server's; with a link to the plans if a plan's limit was
 * reached.
 */
export function toastError(error: unknown, message?: string) {
  const reason = errorMessage(error)
  const mayChangePlan =
    error instanceof ApiError && error.code === 'PLAN_LIMIT' && error.details?.mayChange === true
  void withHost().then(({ showError }) =>
    showError(message ? `${message}: ${reason}` : reason, mayChangePlan),
  )
}

/** Shows an error toast with a sentence that says what failed and why. */
export function toastProblem(message: string) {
  void withHost().then(({ showError }) => showError(message, false))
}

/** Preloads the toasts, for when there is no network, and their live region. */
export function prepareToasts() {
  void withHost()
}

/** Renders the toasts; once, in the layout. Loaded with the first toast. */
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
