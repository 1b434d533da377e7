import { lazy, Suspense } from 'react'
import type { ApplicationDetails } from '../application-query.ts'
import type { RecordView } from './record-view.ts'
import type { useActOnApplication } from './use-act-on-application.ts'

const CloseDialog = lazy(() =>
  import('../close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)
const DecisionDialog = lazy(() =>
  import('./decision-dialog.tsx').then((module) => ({ default: module.DecisionDialog })),
)
const LogCallDialog = lazy(() =>
  import('../../calls/log-call-dialog.tsx').then((module) => ({ default: module.LogCallDialog })),
)

/** Shows the dialog of an application that the URL names. */
export function RecordDialogs({
  application,
  view,
  onView,
  onClose,
}: {
  application: ApplicationDetails
  view: RecordView
  onView: (change: RecordView) => void
  onClose: ReturnType<typeof useActOnApplication>['close']
}) {
  const { dialog } = view
  const { can } = application
  const cancel = () => onView({ dialog: undefined })
  return (
    <Suspense>
      {dialog === 'close' && can.close && (
        <CloseDialog
          opened
          applications={[application]}
          onCancel={cancel}
          onClose={(closing) => {
            cancel()
            onClose(closing)
          }}
        />
      )}
      {(dialog === 'approve' || dialog === 'decline') && can.decide && (
        <DecisionDialog application={application} decision={dialog} opened onClose={cancel} />
      )}
      {dialog === 'call' && can.logInboundCall && (
        <LogCallDialog application={application} opened onClose={cancel} />
      )}
    </Suspense>
  )
}
