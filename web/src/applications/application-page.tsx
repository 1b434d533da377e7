import { ActionIcon, Button } from '@mantine/core'
import { restoreApplication } from '@muster/contract/applications.ts'
import { IconChevronDown, IconChevronLeft, IconChevronUp } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { ActivityTimeline } from './activity-timeline.tsx'
import { closeAs, moveTo, remove, reopen } from './application-actions.ts'
import { ApplicationHeader } from './application-header.tsx'
import classes from './application-page.module.css'
import {
  type ApplicationDetails,
  applicationQuery,
  patchApplication,
  showApplication,
} from './application-query.ts'
import type { Closing } from './close-dialog.tsx'
import { ContactSection } from './contact-section.tsx'
import { placeInList } from './list-context.ts'
import { OtherApplications, SummarySection } from './more-sections.tsx'
import type { MoveTarget } from './move-menu.tsx'
import { ResumeSection } from './resume-section.tsx'
import type { ApplicationSearch } from './routes.ts'
import { useTriageKeys } from './use-triage-keys.ts'

const CloseDialog = lazy(() =>
  import('./close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)
const LogCallDialog = lazy(() =>
  import('./log-call-dialog.tsx').then((module) => ({ default: module.LogCallDialog })),
)

const route = getRouteApi('/applications/$id')

/** The list one came from, and the way to the next and the one before. */
function Breadcrumb({ id, onGo }: { id: string; onGo: (direction: 'next' | 'previous') => void }) {
  const place = placeInList(id)
  return (
    <nav className={classes.crumb} aria-label="Place in the list">
      <TextLink to="/applications" search={place?.search} c="var(--ink-2)" className={classes.crumb}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
        Applications
      </TextLink>
      {place && (
        <>
          <span className={classes.place}>
            {formatNumber(place.place)} of {formatTotal(place.total)}
          </span>
          <ActionIcon
            size="sm"
            aria-label="Previous"
            title="Previous (k)"
            disabled={!place.previousId}
            onClick={() => onGo('previous')}
          >
            <IconChevronUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label="Next"
            title="Next (j)"
            disabled={!place.nextId}
            onClick={() => onGo('next')}
          >
            <IconChevronDown size={16} stroke={1.6} />
          </ActionIcon>
        </>
      )}
    </nav>
  )
}

function Deleted({ application }: { application: ApplicationDetails }) {
  const restore = useMutation({
    mutationFn: () => call(restoreApplication, { params: { id: application.id } }),
    onSuccess: showApplication,
    onError: (error) => toastError(error, 'Not restored'),
  })
  return (
    <p className={classes.deleted} role="status">
      This application is deleted.
      <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
        Restore
      </Button>
    </p>
  )
}

/** Everything on one application, and everything that can be done about it. */
export function ApplicationPage() {
  const { id } = route.useParams()
  const { activity = 'all', dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { data: application } = useSuspenseQuery(applicationQuery(id))
  const [moveOpened, setMoveOpened] = useState(false)
  const comment = useRef<HTMLTextAreaElement>(null)
  const { candidate, can } = application
  const subject = [application]
  const show = (changes: ApplicationSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })

  const back = () => {
    const place = placeInList(id)
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/applications', search: place?.search })
  }
  // The next of where one is going already, when the key is pressed faster than pages come.
  const going = useRef(id)
  useEffect(() => {
    going.current = id
    for (const neighbour of [placeInList(id)?.nextId, placeInList(id)?.previousId]) {
      if (neighbour) void router.preloadRoute({ to: '/applications/$id', params: { id: neighbour } })
    }
  }, [id, router])
  const go = (direction: 'next' | 'previous') => {
    const to = placeInList(going.current)?.[`${direction}Id`]
    if (!to) return
    going.current = to
    // In place of this one, so that going back still leads to the list.
    void navigate({ to: '/applications/$id', params: { id: to }, replace: true })
  }

  const move = async (target: MoveTarget) => {
    if (target.type === 'closed') {
      if (can.close) return show({ dialog: 'close' })
      return toast(application.whyNot.close ?? 'It cannot be closed')
    }
    const { statusId, name, type, color } = target
    const status = application.statuses.find((each) => each.id === statusId)
    const rollBack = patchApplication(id, {
      status: status ?? { ...application.status, name, type, color },
      enteredStatusAt: new Date().toISOString(),
      dueAt: null,
    })
    const result = await moveTo(subject, target)
    if (!result || result.refused.length > 0) rollBack()
  }
  const close = (closing: Closing) => {
    void show({ dialog: undefined })
    void closeAs(subject, closing)
  }
  // First away from here, where nothing is left to show.
  const drop = async () => {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe('onRendered', () => {
        stop()
        resolve()
      })
      back()
    })
    await remove(subject)
    queryClient.removeQueries({ queryKey: applicationQuery(id).queryKey })
  }

  useTriageKeys({
    j: () => go('next'),
    k: () => go('previous'),
    s: () => can.move && setMoveOpened(true),
    c: () => comment.current?.focus(),
    Escape: back,
  })

  return (
    <Page title={candidate.name} breadcrumb={<Breadcrumb id={id} onGo={go} />}>
      <article className={classes.page} aria-label={candidate.name}>
        <div className={classes.header}>
          {application.deletedAt && <Deleted application={application} />}
          <ApplicationHeader
            application={application}
            moveOpened={moveOpened}
            onMoveOpened={setMoveOpened}
            onMove={move}
            onClose={() => show({ dialog: 'close' })}
            onReopen={() => void reopen(subject)}
            onLogCall={() => show({ dialog: 'call' })}
            onDelete={drop}
          />
        </div>
        <div className={classes.activity}>
          <ActivityTimeline
            application={application}
            filter={activity}
            onFilter={(next) => show({ activity: next === 'all' ? undefined : next })}
            commentRef={comment}
          />
        </div>
        <div className={classes.contactArea}>
          <ContactSection key={id} application={application} />
        </div>
        <div className={classes.more}>
          <SummarySection id={id} />
          <ResumeSection key={id} application={application} />
          <OtherApplications application={application} />
        </div>
      </article>
      <Suspense>
        {dialog === 'close' && can.close && (
          <CloseDialog
            opened
            subject={candidate.name}
            onCancel={() => show({ dialog: undefined })}
            onClose={close}
          />
        )}
        {dialog === 'call' && can.call && (
          <LogCallDialog application={application} opened onClose={() => show({ dialog: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}
