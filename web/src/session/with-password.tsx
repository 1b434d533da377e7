import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { withTexts } from '../texts/load-texts.ts'

const Dialog = lazy(() =>
  withTexts('session', import('./password-dialog.tsx')).then((module) => ({
    default: module.PasswordDialog,
  })),
)

export interface PasswordRequest {
  open: boolean
  answer: (confirmed: boolean) => void
}

let request: PasswordRequest | null = null
const listeners = new Set<() => void>()

function set(next: PasswordRequest) {
  request = next
  for (const listener of listeners) listener()
}

function askPassword(): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      set({ open: false, answer })
      resolve(confirmed)
    }
    set({ open: true, answer })
  })
}

/**
 * Runs a request that requires a recent sign-in: if the server demands it, asks for the password and repeats
 * the request.
 * @throws what the request throws; its refusal if the dialog is cancelled
 */
export async function withPassword<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const isRequired = error instanceof ApiError && error.code === 'PASSWORD_REQUIRED'
    if (!isRequired || !(await askPassword())) throw error
    return work()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the dialog of `withPassword`; rendered once, in the layout. */
export function PasswordRequests() {
  const current = useSyncExternalStore(subscribe, () => request)
  return <Suspense>{current && <Dialog {...current} />}</Suspense>
}
