import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { restoreApplication } from '@muster/contract/applications.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { showApplication } from '../application-cache.ts'
import type { ApplicationDetails } from '../application-query.ts'
import type { Subject } from '../fields/subject.ts'
import { useCommentFocus } from '../timeline/use-comment-focus.ts'
import type { ApplicationTab } from './application-tabs.tsx'
import type { Decision } from './decision-dialog.tsx'
import { MissingFields } from './missing-fields.tsx'
import { printApplication } from './print-application.ts'
import classes from './record.module.css'
import { type Panel, RecordBody } from './record-body.tsx'
import { RecordDialogs } from './record-dialogs.tsx'
import { RecordHeader } from './record-header.tsx'
import type { RecordView } from './record-view.ts'
import { useActOnApplication } from './use-act-on-application.ts'
import { useApplicationCommands } from './use-application-commands.ts'

const RecordKeys = lazy(() => import('./record-keys.tsx').then((module) => ({ default: module.RecordKeys })))

export interface RecordProps {
  subject: Subject
  /** The résumé of the application, else of the person. */
  resumeFile: ApplicationDetails['resumeFile']
  applications: readonly ApplicationTab[]
  /** Shows another application of the person here; without it, tabs lead to its page. */
  onShow?: (id: string) => void
  view: RecordView
  onView: (change: RecordView) => void
  /** The level of the heading: 1 on a page, 2 in a drawer. */
  level: 1 | 2
  onGo: (direction: 'next' | 'previous') => void
  onBack: () => void
  /** Called before the application shown is moved or closed. */
  onLeavesStatus?: (() => void) | undefined
  /** Whether j, k and Escape are handled here. */
  handlesSteps?: boolean | undefined
  /** Begins with the focus in the comment field. */
  startsComment?: boolean | undefined
  onCommentStarted?: (() => void) | undefined
  /** Further actions on the person, for the menu. */
  personItems?: ReactNode
}

function Deleted({ application }: { application: ApplicationDetails }) {
  const restore = useMutation({
    mutationFn: () => call(restoreApplication, { params: { id: application.id } }),
    onSuccess: (restored) => {
      showApplication(restored)
      const { name } = restored.candidate
      toast(t`Restored ${name}`)
    },
    onError: (error) => toastError(error, t`Not restored`),
  })
  return (
    <p className={classes.deleted} role="status">
      <Trans>This application is deleted.</Trans>
      <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
        <Trans>Restore</Trans>
      </Button>
    </p>
  )
}

/** The record with an application, and everything that can be done with it. */
function ApplicationRecord({ application, ...props }: RecordProps & { application: ApplicationDetails }) {
  const { subject, view, onView, onGo, onBack, onLeavesStatus, handlesSteps = false } = props
  const { startsComment, onCommentStarted } = props
  const { id, can, resumeFile } = application
  const [moveOpened, setMoveOpened] = useState(false)
  const [callOpened, setCallOpened] = useState<boolean>()
  const [helpOpened, setHelpOpened] = useState<boolean>()
  const [panel, setPanel] = useState<Panel>(resumeFile || view.file ? 'documents' : 'activity')
  const [added, setAdded] = useState<string | null>(null)
  const comment = useCommentFocus(true)
  const act = useActOnApplication(application, {
    back: onBack,
    askForDisposition: () => onView({ dialog: 'close' }),
    onLeavesStatus,
  })
  const startComment = () => {
    setPanel('activity')
    comment.focus()
  }
  const beginComment = useEffectEvent(() => {
    startComment()
    onCommentStarted?.()
  })
  useEffect(() => {
    if (startsComment && can.comment) beginComment()
  }, [startsComment, can.comment])
  const addFact = (key: string) => {
    setPanel('facts')
    setAdded(key)
  }
  const actions = {
    onClose: () => onView({ dialog: 'close' }),
    onLogCall: () => setCallOpened(true),
    onLogInboundCall: () => onView({ dialog: 'call' }),
    onReopen: act.reopen,
    onDecide: (decision: Decision) => onView({ dialog: decision }),
    onDelete: act.remove,
    onHelp: () => setHelpOpened(true),
    onRename: () => addFact('name'),
    onPrint: () =>
      void printApplication(subject.candidate.id, view.activity ?? 'all').catch((error: unknown) =>
        toastError(error, t`Printing failed`),
      ),
    onCopyLink: () => {
      const link = new URL(`/applications/${id}`, location.href).href
      void navigator.clipboard.writeText(link).then(() => toast(t`Link copied`))
    },
  }
  const startMove = () => can.move && setMoveOpened(true)
  useShortcuts({
    ...(handlesSteps && { j: () => onGo('next'), k: () => onGo('previous'), Escape: onBack }),
    s: startMove,
    c: () => can.comment && startComment(),
    l: () => can.call && actions.onLogCall(),
    e: () => (can.close ? actions.onClose() : can.reopen && actions.onReopen()),
    v: () => {
      setPanel('documents')
      if (resumeFile) onView({ file: undefined })
      document.querySelector<HTMLElement>('[data-documents] [data-enlarge]')?.click()
    },
    '?': actions.onHelp,
  })
  useApplicationCommands(application, { ...actions, onMove: startMove, onComment: startComment })
  return (
    <>
      <RecordHeader
        {...props}
        {...actions}
        application={application}
        moveOpened={moveOpened}
        onMoveOpened={setMoveOpened}
        callOpened={callOpened}
        onCallOpened={setCallOpened}
        onMove={act.move}
      >
        {application.deletedAt && <Deleted application={application} />}
        {subject.candidate.deletedAt && !application.deletedAt && (
          <p className={classes.deleted} role="status">
            <Trans>This person was erased. What is left is kept for reports.</Trans>
          </p>
        )}
        <MissingFields application={application} onFill={addFact} />
      </RecordHeader>
      <RecordBody
        key={subject.candidate.id}
        {...props}
        panel={panel}
        onPanel={setPanel}
        commentRef={comment.ref}
        added={added}
        onAdd={addFact}
      />
      <RecordDialogs application={application} view={view} onView={onView} onClose={act.close} />
      <Suspense>
        {helpOpened !== undefined && <RecordKeys opened={helpOpened} onClose={() => setHelpOpened(false)} />}
      </Suspense>
    </>
  )
}

/** The record of a person without an application that the user may see. */
function CandidateRecord(props: RecordProps) {
  const { resumeFile, onGo, onBack, handlesSteps = false } = props
  const [panel, setPanel] = useState<Panel>(resumeFile ? 'documents' : 'facts')
  const [added, setAdded] = useState<string | null>(null)
  const addFact = (key: string) => {
    setPanel('facts')
    setAdded(key)
  }
  useShortcuts(handlesSteps ? { j: () => onGo('next'), k: () => onGo('previous'), Escape: onBack } : {})
  return (
    <>
      <RecordHeader {...props} application={null} onRename={() => addFact('name')} />
      <RecordBody
        {...props}
        panel={panel}
        onPanel={setPanel}
        commentRef={null}
        added={added}
        onAdd={addFact}
      />
    </>
  )
}

/** The record of a person: who they are, where they stand, their résumé, and one history of all applications. */
export function PersonRecord(props: RecordProps) {
  const { candidate, application } = props.subject
  return (
    <article className={classes.record} aria-label={candidate.name}>
      {application ? (
        <ApplicationRecord {...props} application={application} />
      ) : (
        <CandidateRecord {...props} />
      )}
    </article>
  )
}
