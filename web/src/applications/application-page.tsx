import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { restoreApplication } from '@muster/contract/applications.ts'
import { IconChevronDown, IconChevronLeft, IconChevronUp } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { Page } from '../layout/page.tsx'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { toastError } from '../ui/toast.tsx'
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

const CloseDialog = lazy(() =>
  import('./close-dialog.tsx').then((module) => ({ default: module.CloseDialog })),
)
const LogCallDialog = lazy(() =>
  import('./log-call-dialog.tsx').then((module) => ({ default: module.LogCallDialog })),
)

const route = getRouteApi('/applications/$id')

/** Keys of the page mean something else while a menu or dialog is open. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
}

/** The list one came from, and the way to the next and the one before. */
function Breadcrumb({ id, onGo }: { id: string; onGo: (id: string | null | undefined) => void }) {
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
            onClick={() => onGo(place.previousId)}
          >
            <IconChevronUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label="Next"
            title="Next (j)"
            disabled={!place.nextId}
            onClick={() => onGo(place.nextId)}
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
  // In place of this one, so that going back still leads to the list.
  const go = (next: string | null | undefined) => {
    if (next) void navigate({ to: '/applications/$id', params: { id: next }, replace: true })
  }

  const move = async (target: MoveTarget) => {
    if (target.type === 'closed') return show({ dialog: 'close' })
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
  const drop = () => {
    back()
    void remove(subject)
  }

  const whenFree = (act: () => void) => () => {
    if (!isCovered()) act()
  }
  useHotkeys([
    ['j', whenFree(() => go(placeInList(id)?.nextId))],
    ['k', whenFree(() => go(placeInList(id)?.previousId))],
    ['s', whenFree(() => can.move && setMoveOpened(true))],
    ['c', whenFree(() => comment.current?.focus())],
    ['Escape', whenFree(back)],
  ])

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
