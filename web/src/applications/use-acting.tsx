import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type BulkResult, subjectOf } from './act-on-applications.ts'
import { closeAs, moveTo } from './application-actions.ts'
import { CloseDialog } from './close-dialog.tsx'
import type { MoveTarget } from './move-menu.tsx'
import type { ApplicationRow } from './queries.ts'

const RefusedDialog = lazy(() =>
  import('./refused-dialog.tsx').then((module) => ({ default: module.RefusedDialog })),
)

type Rows = readonly ApplicationRow[]

/** What will happen on closing, where it is not the same for all of them. */
function closingOf(rows: Rows): ReactNode {
  if (rows.length < 2) return 'It moves to the closed status. The status it has reached is kept.'
  const closed = rows.filter(({ closedAt }) => closedAt).length
  const barred = rows.filter(({ can, closedAt }) => !can.close && !closedAt).length
  return [
    'Each moves to the closed status of its position. The status it has reached is kept.',
    closed > 0 && `${closed} of them ${closed === 1 ? 'is' : 'are'} closed already.`,
    barred > 0 && `${barred} you may not close.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Moving and closing rows of the list, with the questions they ask and what was refused. */
export function useActing() {
  const [closing, setClosing] = useState<Rows | null>(null)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<{ result: BulkResult; rows: Rows } | null>(null)

  function done(rows: Rows) {
    return (result: BulkResult | null) => {
      if (result && rows.length > 1 && result.refused.length > 0) setRefused({ result, rows })
    }
  }
  function close(rows: Rows) {
    setClosing(rows)
    setAsking(true)
  }

  return {
    done,
    close,
    move: (rows: Rows, target: MoveTarget) => {
      if (target.type === 'closed') close(rows)
      else void moveTo(rows, target).then(done(rows))
    },
    dialogs: (
      <>
        {closing && (
          <CloseDialog
            opened={asking}
            subject={subjectOf(closing)}
            explanation={closingOf(closing)}
            onCancel={() => setAsking(false)}
            onClose={(how) => {
              setAsking(false)
              void closeAs(closing, how).then(done(closing))
            }}
          />
        )}
        <Suspense>
          {refused && (
            <RefusedDialog
              result={refused.result}
              nameOf={(id) => refused.rows.find((row) => row.id === id)?.candidate.name ?? id}
              onClose={() => setRefused(null)}
            />
          )}
        </Suspense>
      </>
    ),
  }
}
