import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconUserX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, type TouchEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { ActionBar } from './action-bar.tsx'
import { ResumeCard, ResumePane } from './resume-pane.tsx'
import { type Review, type ReviewDetails, reviewQuery } from './review-queries.ts'
import classes from './reviews.module.css'
import { SharedByAgency } from './shared-by-agency.tsx'
import { QuestionsCard, Thread } from './thread.tsx'
import type { Decision, RefusedDecline } from './use-decisions.ts'

/** Where a person is among those who await a decision; `index` is -1 for anybody else. */
interface Place {
  index: number
  count: number
  previousId: string | undefined
  nextId: string | undefined
}

interface PersonPaneProps {
  id: string
  /** The person as the list has them, shown until the rest is loaded. */
  listed: Review | undefined
  isPhone: boolean
  title: string
  place: Place
  /** A decline of this person that was not saved: its form opens again. */
  refused: RefusedDecline | undefined
  /** Set while a decline or a question is open. */
  isWriting: RefObject<boolean>
  onShow: (id: string | undefined) => void
  onDecide: (review: ReviewDetails, decision: Decision) => void
  onUndo: () => void
}

const swipeLeast = 64

/** Returns handlers that call `onSwipe` with 1 for a swipe to the left and -1 for one to the right. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(null)
  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const touch = touches[0]
      // React also reports touches in dialogs, which are elsewhere on the page.
      const isInside = currentTarget.contains(target as Node)
      start.current =
        touch && touches.length === 1 && isInside ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!start.current || !touch) return
      const [across, down] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      if (Math.abs(across) > swipeLeast && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0 ? 1 : -1)
    },
  }
}

/** The pager of a phone, where one person is on the screen at a time. */
function Pager({ place, title, onShow }: Pick<PersonPaneProps, 'place' | 'title' | 'onShow'>) {
  const { index, count, previousId, nextId } = place
  const number = index + 1
  return (
    <header className={classes.pager}>
      <ActionIcon
        size={44}
        aria-label={t`Previous person`}
        disabled={!previousId}
        onClick={() => onShow(previousId)}
      >
        <IconChevronLeft size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <h1 className={classes.pagerTitle}>
        {index < 0 ? title : t`${number} of ${count} to decide`}
        {index >= 0 && <progress className={classes.progress} value={number} max={count} aria-hidden />}
      </h1>
      <ActionIcon size={44} aria-label={t`Next person`} disabled={!nextId} onClick={() => onShow(nextId)}>
        <IconChevronRight size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </header>
  )
}

function Head({
  review,
  place,
  isPhone,
  onShow,
}: { review: Review } & Pick<PersonPaneProps, 'place' | 'isPhone' | 'onShow'>) {
  const { candidate, position } = review
  return (
    <header className={classes.head}>
      <div>
        <h2 className={classes.name}>{candidate.name}</h2>
        <p className={classes.caption}>{[position.name, candidate.location].filter(Boolean).join(' · ')}</p>
      </div>
      {!isPhone && (
        <div className={classes.steps}>
          <ActionIcon
            aria-label={t`Previous person`}
            title={t`Previous person (K)`}
            disabled={!place.previousId}
            onClick={() => onShow(place.previousId)}
          >
            <IconChevronUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t`Next person`}
            title={t`Next person (J)`}
            disabled={!place.nextId}
            onClick={() => onShow(place.nextId)}
          >
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </header>
  )
}

export type Acting = 'decline' | 'ask' | null

/** One submitted person: résumé, what the agency wrote, the thread, and the decision. */
export function PersonPane(props: PersonPaneProps) {
  const { id, listed, isPhone, title, place, refused, isWriting, onShow, onDecide, onUndo } = props
  const { data, error, refetch } = useQuery(reviewQuery(id))
  const [acting, setActing] = useState<Acting>(refused ? 'decline' : null)
  useEffect(() => {
    isWriting.current = acting !== null
    return () => {
      isWriting.current = false
    }
  }, [acting, isWriting])
  const review = data ?? (listed && { ...listed, messages: [] })
  const { previousId, nextId } = place
  const canDecide = data?.state === 'awaiting'
  const canAsk = data !== undefined && data.state !== 'withdrawn'
  const next = () => nextId && onShow(nextId)
  const previous = () => previousId && onShow(previousId)
  useShortcuts({
    // A key held down would approve the next person too.
    a: ({ repeat }) =>
      !repeat && canDecide && data.nextStatus !== null && onDecide(data, { kind: 'approve' }),
    d: () => canDecide && setActing('decline'),
    q: () => canAsk && setActing('ask'),
    z: onUndo,
    j: next,
    k: previous,
    ArrowRight: next,
    ArrowLeft: previous,
  })
  const swipe = useSwipe((step) => (step === 1 ? next() : previous()))
  const pager = isPhone && <Pager place={place} title={title} onShow={onShow} />
  if (!review) {
    return (
      <div className={classes.alone}>
        {pager}
        {error?.status === 404 ? (
          <EmptyState
            icon={IconUserX}
            title={t`Not submitted to you`}
            text={t`The agency may have withdrawn this person, or the link is wrong.`}
            action={
              <Button variant="default" onClick={() => onShow(undefined)}>
                <Trans>Go to open decisions</Trans>
              </Button>
            }
          />
        ) : (
          error && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
        )}
      </div>
    )
  }
  const thread = <Thread review={review} acting={acting} onActing={setActing} />
  return (
    <>
      {!isPhone && <ResumePane review={review} onAsk={canAsk ? () => setActing('ask') : undefined} />}
      <section className={classes.panel} aria-label={review.candidate.name} {...(isPhone ? swipe : {})}>
        {pager}
        <div className={classes.scroll} data-scrolls-to-top>
          <Head {...{ review, place, isPhone, onShow }} />
          {error && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
          <SharedByAgency review={review} isPhone={isPhone} />
          {isPhone && <ResumeCard review={review} />}
          {isPhone ? <QuestionsCard review={review} acting={acting} onActing={setActing} /> : thread}
        </div>
        <ActionBar
          review={review}
          isReady={data !== undefined}
          isPhone={isPhone}
          acting={acting}
          refused={refused}
          onActing={setActing}
          onDecide={(decision) => data && onDecide(data, decision)}
          onNext={nextId ? () => onShow(nextId) : undefined}
        />
      </section>
    </>
  )
}
