import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton, Textarea } from '@mantine/core'
import { getBrowserCalls } from '@muster/contract/browser-calls.ts'
import {
  claimNextCall,
  countCallQueue,
  exportQueuedPeople,
  type QueueReason,
  queueReasons,
  releaseClaim,
  renewClaim,
} from '@muster/contract/call-queues.ts'
import { logCall } from '@muster/contract/calls.ts'
import { IconCoffee, IconPhone } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, errorMessage, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { applicationQuery, summaryQuery } from '../applications/application-query.ts'
import type { ActivityFilter } from '../applications/timeline/activity-query.ts'
import { ActivityTimeline } from '../applications/timeline/activity-timeline.tsx'
import { isRequiredForCall } from '../calls/call-requirements.ts'
import { callsChanged, showLogged, undoCall } from '../calls/log-outcome.ts'
import { isEmptyDraft } from '../custom-fields/custom-field.ts'
import { useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Page } from '../layout/page.tsx'
import { formatTimesOfDay, formatWhen } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { formatPhone } from '../ui/phone.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toastError } from '../ui/toast.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { BrowserCallButton, CallBar } from './call-bar.tsx'
import classes from './call-desk.module.css'
import { OutcomePad, type Result } from './outcome-pad.tsx'
import { PeopleDrawer } from './people-drawer.tsx'
import { QueueGroups } from './queue-groups.tsx'
import { type CallQueue, type Claim, type Claimed, claimQuery, queueQuery } from './queue-queries.ts'
import { ScriptAnswers, useAnswers } from './script-answers.tsx'
import { useBrowserCall } from './use-browser-call.ts'

const LogCallDialog = lazy(() =>
  import('../calls/log-call-dialog.tsx').then((module) => ({ default: module.LogCallDialog })),
)

const DeskKeys = lazy(() => import('./desk-keys.tsx').then((module) => ({ default: module.DeskKeys })))

const route = getRouteApi('/call-queues/$id')

/** A claim lasts two minutes: two of three renewals may fail. */
const renewedEvery = 40_000

/** Why this person is called now. */
function WhyNow({ claim }: { claim: Claim }) {
  const at = claim.callbackAt ? formatWhen(claim.callbackAt) : ''
  return (
    <p className={classes.why}>
      {claim.why === 'callback' ? (
        <Trans>Callback due {at}</Trans>
      ) : claim.why === 'first_call' ? (
        <Trans>Not called yet</Trans>
      ) : (
        <Trans>Tried {claim.tries} times without reaching them</Trans>
      )}
    </p>
  )
}

interface PersonProps {
  claim: Claim
  queue: CallQueue | undefined
  /** Takes the next person; `skip` leaves this one alone for a while. */
  onNext: (skip: boolean) => void
  isTaking: boolean
  /** Undoes the call logged before. */
  onUndo: (() => void) | undefined
  onLogged: (applicationId: string, callId: string) => void
  /** Set to what says whether the person can be left, once what was typed is stored. */
  mayLeave: RefObject<() => Promise<boolean>>
}

const canLeave = async () => true

/** One person at a time: who, why now, their history, the script, and the outcome. */
function Person({ claim, queue, onNext, isTaking, onUndo, onLogged, mayLeave }: PersonProps) {
  const id = claim.applicationId
  const { data, error, refetch } = useQuery(summaryQuery(id))
  const { data: application } = useQuery(applicationQuery(id))
  const fields = useCustomFields('call')
  const [result, setResult] = useState<Result | null>(null)
  const [note, setNote] = useState('')
  /** What the dialog begins with, while it is open. */
  const [more, setMore] = useState<Result | null>(null)
  const [filter, setFilter] = useState<ActivityFilter>('all')
  const navigate = useNavigate()
  const noteRef = useRef<HTMLTextAreaElement>(null)
  const phoneRef = useRef<HTMLAnchorElement>(null)
  const { data: browserCalls } = useQuery(endpointQuery(getBrowserCalls))
  const browserCall = useBrowserCall(id)
  const phone = data?.candidate.phone
  const inBrowser = browserCalls?.configured === true && Boolean(phone)
  const commentRef = useRef<HTMLTextAreaElement>(null)
  const answers = useAnswers(claim.questions)
  const [settling, setSettling] = useState(false)
  const callee = { id, candidate: { name: data?.candidate.name ?? '' } }
  const log = useMutation({
    mutationFn: (body: Result) => {
      const customFields = answers.callValues()
      const { placedCallId } = browserCall
      const more = {
        summary: note.trim() || null,
        ...(customFields && { customFields }),
        ...(placedCallId && { placedCallId }),
      }
      return call(logCall, { body: { ...body, applicationId: id, ...more } })
    },
    onSuccess: (logged) => {
      answers.logged()
      showLogged(callee, logged, false)
      onLogged(id, logged.id)
      onNext(false)
    },
    onError: (error) => {
      answers.setErrors(fieldErrors(error))
      toastError(error, t`Call not logged`)
    },
    onSettled: () => callsChanged(id),
  })
  const isBusy = log.isPending || isTaking || settling
  /** Runs an action once the answers are stored; a refused one keeps the caller here. */
  const after = async (isStored: () => Promise<boolean>, action: () => void) => {
    if (isBusy) return
    setSettling(true)
    const stored = await isStored()
    setSettling(false)
    if (stored) action()
  }
  const save = () => {
    if (!result) return
    void after(answers.settle, () => {
      const lacks = fields.some(
        (field) =>
          isRequiredForCall(field, result.outcome ?? null) && isEmptyDraft(answers.callDrafts[field.key]),
      )
      if (lacks) setMore(result)
      else log.mutate(result)
    })
  }
  const askTime = () => void after(answers.settle, () => setMore({ outcome: 'callback' }))
  const skip = () => void after(answers.mayLeave, () => onNext(true))
  useEffect(() => {
    mayLeave.current = answers.mayLeave
    return () => {
      mayLeave.current = canLeave
    }
  })
  useShortcuts({
    Enter: save,
    n: () => noteRef.current?.focus(),
    l: () => (inBrowser ? browserCall.start() : phoneRef.current?.click()),
    h: browserCall.hangUp,
    m: () => browserCall.mute(!browserCall.isMuted),
    x: skip,
    q: answers.focus,
    c: () => commentRef.current?.focus(),
    z: () => onUndo?.(),
  })
  if (error && !data)
    return (
      <div className={classes.person}>
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      </div>
    )
  const localTime = formatTimesOfDay(data?.callable.localTime ?? '')
  return (
    <>
      <div className={classes.person}>
        <header className={classes.head}>
          <div>
            <h2 className={classes.name}>
              {data ? data.candidate.name : <Skeleton width={180} height={24} />}
            </h2>
            {data && (
              <p className={classes.caption}>
                {data.position.name} · {data.company.name} · {data.status.name}
              </p>
            )}
          </div>
          {localTime && (
            <p className={classes.clock} data-quiet={data?.callable.quiet || undefined}>
              <b>{localTime}</b>
              <span className={classes.caption}>
                <Trans>their time</Trans>
              </span>
            </p>
          )}
          {phone && inBrowser && <BrowserCallButton call={browserCall} phone={phone} />}
          {phone && !inBrowser && (
            <Button
              component="a"
              ref={phoneRef}
              href={`tel:${phone}`}
              variant="default"
              leftSection={<IconPhone size={16} stroke={1.6} aria-hidden />}
              rightSection={<Kbd>L</Kbd>}
            >
              {formatPhone(phone)}
            </Button>
          )}
        </header>
        {phone && inBrowser && <CallBar call={browserCall} phone={phone} />}
        <WhyNow claim={claim} />
        {queue?.script && (
          <section aria-label={t`Script`} className={classes.script}>
            <div className={classes.group}>
              <h3>
                <Trans>Script</Trans>
              </h3>
            </div>
            <p>{queue.script}</p>
          </section>
        )}
        <ScriptAnswers
          answers={answers}
          subject={application && { application, candidate: application.candidate }}
          onSave={save}
        />
        {application && (
          <section aria-label={t`History`} className={classes.history}>
            <ActivityTimeline
              candidateId={claim.candidateId}
              application={application}
              filter={filter}
              onFilter={setFilter}
              entry={undefined}
              onFile={(file) => void navigate({ to: '/applications/$id', params: { id }, search: { file } })}
              commentRef={commentRef}
            />
          </section>
        )}
      </div>
      <aside className={classes.outcome} aria-label={t`After the call`}>
        <OutcomePad
          result={result}
          onResult={setResult}
          timezone={data?.callable.timezone ?? null}
          onOtherTime={askTime}
        />
        <Textarea
          ref={noteRef}
          label={t`Note`}
          rightSection={note ? null : <Kbd>N</Kbd>}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          }}
        />
        <div className={classes.buttons}>
          <Button disabled={!result} loading={isBusy} rightSection={<Kbd>↵</Kbd>} onClick={save}>
            <Trans>Save and call next</Trans>
          </Button>
          <Button variant="default" disabled={isBusy} rightSection={<Kbd>X</Kbd>} onClick={skip}>
            <Trans>Skip</Trans>
          </Button>
          <LinkButton variant="subtle" color="gray" to="/applications/$id" params={{ id }}>
            <Trans>Open record</Trans>
          </LinkButton>
          {onUndo && (
            <Button variant="subtle" color="gray" rightSection={<Kbd>Z</Kbd>} onClick={onUndo}>
              <Trans>Undo last call</Trans>
            </Button>
          )}
        </div>
      </aside>
      {more && (
        <Suspense>
          <LogCallDialog
            application={callee}
            outcome={more.outcome ?? null}
            endReason={more.endReason}
            callbackAt={more.callbackAt}
            opened
            summary={note}
            drafts={answers.callDrafts}
            placedCallId={browserCall.placedCallId}
            onClose={() => setMore(null)}
            onLogged={(callId) => {
              answers.logged()
              onLogged(id, callId)
              onNext(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function NobodyReady({ nextAt }: Claimed) {
  const when = nextAt && formatWhen(nextAt)
  return (
    <EmptyState
      icon={IconCoffee}
      title={t`Nobody is ready to be called`}
      text={
        when
          ? t`The next person is ready ${when}. This page goes on by itself.`
          : t`The queue on the left says why. This page goes on by itself.`
      }
      action={
        <LinkButton to="/call-queues" variant="default">
          <Trans>Other queues</Trans>
        </LinkButton>
      }
    />
  )
}

/** Keeps the person for as long as the page is open, and gives them back on leaving. */
function useClaimKept(id: string, applicationId: string | undefined, onLost: () => Promise<void>) {
  const lost = useEffectEvent(onLost)
  useEffect(() => {
    if (!applicationId) return
    const renew = () =>
      call(renewClaim, { params: { id }, body: { applicationId } }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return
        toastError(error)
        void lost()
      })
    const timer = setInterval(() => void renew(), renewedEvery)
    return () => clearInterval(timer)
  }, [id, applicationId])
  useEffect(() => () => void call(releaseClaim, { params: { id } }).catch(() => {}), [id])
}

/** The call desk: one ready person of a queue after another. */
export function CallDeskPage() {
  const { id } = route.useParams()
  const { reason } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: queue, error: queueError } = useQuery(queueQuery(id))
  const { data, error, refetch } = useQuery(claimQuery(id))
  const [last, setLast] = useState<{ applicationId: string; callId: string }>()
  const take = useMutation({
    mutationFn: (skip: boolean) => call(claimNextCall, { params: { id }, body: { skip } }),
    onError: (error) => toastError(error, t`The next person could not be loaded`),
  })
  const takeNext = (skip: boolean) =>
    take.mutate(skip, {
      // Not once the page was left: coming back takes a person anew.
      onSuccess: (claimed) => {
        queryClient.setQueryData(claimQuery(id).queryKey, claimed)
        void invalidate(countCallQueue)
      },
    })
  const claim = data?.claim ?? undefined
  const mayLeave = useRef(canLeave)
  useClaimKept(id, claim?.applicationId, async () => {
    if (await mayLeave.current()) takeNext(false)
  })
  const undo =
    last &&
    (() => {
      setLast(undefined)
      void undoCall(last.applicationId, last.callId)
    })
  const [help, setHelp] = useState(false)
  useShortcuts({ '?': () => setHelp(true) })
  const failure = queueError ?? (data ? null : error)
  const known = reason && Object.hasOwn(queueReasons, reason) ? (reason as QueueReason) : undefined
  return (
    <Page
      title={queue?.name ?? t`Call queues`}
      breadcrumb={
        <h1 className={classes.title}>
          <TextLink to="/call-queues">
            <Trans>Call queues</Trans>
          </TextLink>{' '}
          <span aria-hidden>/</span> {queue?.name}
        </h1>
      }
      actions={
        <ExportListButton
          endpoint={exportQueuedPeople}
          params={{ id }}
          query={{}}
          label={t`People in the queue`}
        />
      }
      fill
    >
      {failure ? (
        <ErrorState text={errorMessage(failure)} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.desk}>
          <div className={classes.queue}>
            <QueueGroups id={id} />
          </div>
          {!data ? (
            <div className={classes.person}>
              <Skeleton height={240} />
            </div>
          ) : claim ? (
            <Person
              key={claim.until}
              claim={claim}
              queue={queue}
              isTaking={take.isPending}
              onNext={takeNext}
              onUndo={undo}
              mayLeave={mayLeave}
              onLogged={(applicationId, callId) => setLast({ applicationId, callId })}
            />
          ) : (
            <div className={classes.nobody}>
              <NobodyReady {...data} />
            </div>
          )}
        </div>
      )}
      {help && (
        <Suspense>
          <DeskKeys onClose={() => setHelp(false)} />
        </Suspense>
      )}
      {known && (
        <PeopleDrawer
          key={known}
          id={id}
          reason={known}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </Page>
  )
}
