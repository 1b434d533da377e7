import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { loadTexts } from '../texts/load-texts.ts'

const Dialog = lazy(async () => {
  const [module] = await Promise.all([import('./password-dialog.tsx'), loadTexts('screens')])
  return { default: module.PasswordDialog }
})

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
 * Makes a call that takes a recent sign-in: asks for the password where the server requires it, then repeats the call.
 * @throws what the call throws; its refusal when the dialog is canceled
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

/** Shows the dialog that `withPassword` opens; rendered once, in the layout. */
export function PasswordRequests() {
  const current = useSyncExternalStore(subscribe, () => request)
  return <Suspense>{current && <Dialog {...current} />}</Suspense>
}
