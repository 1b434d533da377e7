import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { withTexts } from '../texts/load-texts.ts'

const Dialog = lazy(() =>
  withTexts('ui', import('./confirm-dialog.tsx')).then((module) => ({ default: module.ConfirmDialog })),
)

export interface Question {
  title: string
  text: ReactNode
  /** The verb on the button: "Delete". */
  action: string
  /** The other button's label, when "Cancel" would be ambiguous. */
  cancel?: string
}

interface Asked extends Question {
  number: number
  open: boolean
  answer: (confirmed: boolean) => void
}

let asked: Asked | null = null
let count = 0
const listeners = new Set<() => void>()

function set(next: Asked) {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before what cannot be undone. Returns whether the user confirmed. */
export function confirm(question: Question): Promise<boolean> {
  count += 1
  const number = count
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      set({ ...question, number, open: false, answer })
      resolve(confirmed)
    }
    set({ ...question, number, open: true, answer })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders the dialogs of `confirm`; once, in the layout. */
export function Confirmations() {
  const question = useSyncExternalStore(subscribe, () => asked)
  // A dialog of its own for each question: one that was there before a drawer would be below it.
  return <Suspense>{question && <Dialog key={question.number} {...question} />}</Suspense>
}
