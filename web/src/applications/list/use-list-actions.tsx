import { lazy, Suspense, useState } from 'react'
import type { BulkResult, Subject } from '../act-on-applications.ts'
import { closeAs, moveTo } from '../application-actions.ts'
import type { MoveTarget } from '../move-menu.tsx'
import { beforeClosing } from './bulk-text.ts'
import type { Selected } from './selected.ts'

const RefusedDialog = lazy(() =>
  import('./refused-dialog.tsx').then((module) => ({ default: module.RefusedDialog })),
)
const CloseDialog = lazy(() =>
  import('../close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)

type Subjects = readonly Subject[]

/** Moves and closes applications of the list, with the dialogs that need an answer or show refusals. */
export function useListActions() {
  const [closing, setClosing] = useState<Selected | null>(null)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<{ result: BulkResult; subjects: Subjects } | null>(null)

  function done(subjects: Subjects) {
    return (result: BulkResult | null) => {
      if (result && subjects.length > 1 && result.refused.length > 0) setRefused({ result, subjects })
    }
  }
  function close(selected: Selected) {
    setClosing(selected)
    setAsking(true)
  }

  return {
    done,
    close,
    move: (selected: Selected, target: MoveTarget) => {
      if (target.type === 'closed') close(selected)
      else void moveTo(selected.subjects, target).then(done(selected.subjects))
    },
    dialogs: (
      <Suspense>
        {closing && (
          <CloseDialog
            opened={asking}
            applications={closing.subjects}
            explanation={beforeClosing(closing)}
            onCancel={() => setAsking(false)}
            onClose={(how) => {
              setAsking(false)
              void closeAs(closing.subjects, how).then(done(closing.subjects))
            }}
          />
        )}
        {refused && (
          <RefusedDialog
            result={refused.result}
            nameOf={(id) => refused.subjects.find((each) => each.id === id)?.candidate.name || id}
            onClose={() => setRefused(null)}
          />
        )}
      </Suspense>
    ),
  }
}
