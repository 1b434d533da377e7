import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { restoreApplication } from '@muster/contract/applications.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { Page } from '../layout/page.tsx'
import { Lookers } from '../live/lookers.tsx'
import { keepPaperLight } from '../theme/light-on-paper.ts'
import { toast, toastError } from '../ui/toast.tsx'
import type { ActivityFilter } from './activity-query.ts'
import { ApplicationBody } from './application-body.tsx'
import { ApplicationBreadcrumb } from './application-breadcrumb.tsx'
import { showApplication } from './application-cache.ts'
import { ApplicationHeader } from './application-header.tsx'
import classes from './application-page.module.css'
import { type ApplicationDetails, applicationQuery } from './application-query.ts'
import type { Decision } from './decision-dialog.tsx'
import { printApplication } from './print-application.ts'
import type { ApplicationSearch } from './routes.ts'
import { StageHistory } from './stage-history.tsx'
import { useActOnApplication } from './use-act-on-application.ts'
import { useApplicationCommands } from './use-application-commands.ts'
import { useCommentFocus } from './use-comment-focus.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useTriageKeys } from './use-triage-keys.ts'

const CloseDialog = lazy(() =>
  import('./close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)
const DecisionDialog = lazy(() =>
  import('./decision-dialog.tsx').then((module) => ({ default: module.DecisionDialog })),
)
const LogCallDialog = lazy(() =>
  import('./log-call-dialog.tsx').then((module) => ({ default: module.LogCallDialog })),
)
const FileDrawer = lazy(() => import('./file-drawer.tsx').then((module) => ({ default: module.FileDrawer })))
const ApplicationKeys = lazy(() =>
  import('./application-keys.tsx').then((module) => ({ default: module.ApplicationKeys })),
)

const route = getRouteApi('/applications/$id')

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

/** Everything on one application, and everything that can be done about it. */
export function ApplicationPage() {
  const { id } = route.useParams()
  const { activity, dialog, entry, file } = route.useSearch()
  const filter: ActivityFilter = activity ?? 'all'
  const navigate = route.useNavigate()
  const { data: application } = useSuspenseQuery(applicationQuery(id))
  const [moveOpened, setMoveOpened] = useState(false)
  const [callOpened, setCallOpened] = useState<boolean>()
  const [helpOpened, setHelpOpened] = useState<boolean>()
  // The header answers a key at once; the rest is drawn after it, when there is time.
  const shown = useMemo(() => ({ id, filter, entry }), [id, filter, entry])
  const settled = useDeferredValue(shown, null)
  const comment = useCommentFocus(settled?.id === id)
  const { candidate, can, resumeFile } = application
  const { go, back } = useNeighbours(id)
  const show = (changes: ApplicationSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const openFile = (fileId: string) => show({ file: fileId })
  const act = useActOnApplication(application, { back, askHowItEnded: () => show({ dialog: 'close' }) })

  const actions = {
    onClose: () => show({ dialog: 'close' }),
    onLogCall: () => setCallOpened(true),
    onLogInboundCall: () => show({ dialog: 'call' }),
    onReopen: act.reopen,
    onDecide: (decision: Decision) => show({ dialog: decision }),
    onDelete: act.remove,
    onHelp: () => setHelpOpened(true),
    onPrint: () =>
      void printApplication(id, filter).catch((error: unknown) => toastError(error, t`Not printed`)),
    onCopyLink: () => {
      const link = new URL(`/applications/${id}`, location.href).href
      void navigator.clipboard.writeText(link).then(() => toast(t`Link copied`))
    },
  }
  const startMove = () => can.move && setMoveOpened(true)
  useTriageKeys({
    j: () => go('next'),
    k: () => go('previous'),
    s: startMove,
    c: comment.focus,
    l: () => can.call && actions.onLogCall(),
    e: () => (can.close ? actions.onClose() : can.reopen && actions.onReopen()),
    v: () => resumeFile && openFile(resumeFile.id),
    '?': actions.onHelp,
    Escape: back,
  })
  useEffect(keepPaperLight, [])
  useApplicationCommands(application, { ...actions, onMove: startMove, onComment: comment.focus })

  return (
    <Page
      title={candidate.name}
      breadcrumb={<ApplicationBreadcrumb id={id} onGo={go} />}
      actions={application.deletedAt === null && <Lookers subject={{ type: 'application', id }} />}
    >
      <article className={classes.page} aria-label={candidate.name}>
        <div className={classes.header}>
          {application.deletedAt && <Deleted application={application} />}
          <ApplicationHeader
            application={application}
            moveOpened={moveOpened}
            onMoveOpened={setMoveOpened}
            callOpened={callOpened}
            onCallOpened={setCallOpened}
            onMove={act.move}
            {...actions}
          />
          <StageHistory application={application} />
        </div>
        {settled && <ApplicationBody {...settled} commentRef={comment.ref} />}
      </article>
      <Suspense>
        {dialog === 'close' && can.close && (
          <CloseDialog
            opened
            subject={candidate.name}
            onCancel={() => show({ dialog: undefined })}
            onClose={(closing) => {
              show({ dialog: undefined })
              act.close(closing)
            }}
          />
        )}
        {(dialog === 'approve' || dialog === 'decline') && can.decide && (
          <DecisionDialog
            application={application}
            decision={dialog}
            opened
            onClose={() => show({ dialog: undefined })}
          />
        )}
        {dialog === 'call' && can.logInboundCall && (
          <LogCallDialog application={application} opened onClose={() => show({ dialog: undefined })} />
        )}
        {file && (
          <FileDrawer application={application} fileId={file} onClose={() => show({ file: undefined })} />
        )}
        {helpOpened !== undefined && (
          <ApplicationKeys opened={helpOpened} onClose={() => setHelpOpened(false)} />
        )}
      </Suspense>
    </Page>
  )
}
