import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { usePrefetchQuery } from '@tanstack/react-query'
import { formatDateTime } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { decisionText } from './decision-text.ts'
import { DeclineForm } from './decline-form.tsx'
import type { Acting } from './person-pane.tsx'
import { type ReviewDetails, reasonsQuery } from './review-queries.ts'
import classes from './reviews.module.css'
import type { Decision, RefusedDecline } from './use-decisions.ts'

interface ActionBarProps {
  review: ReviewDetails
  /** False while only the list's data are there: their version may be old. */
  isReady: boolean
  isPhone: boolean
  acting: Acting
  refused: RefusedDecline | undefined
  onActing: (acting: Acting) => void
  onDecide: (decision: Decision) => void
  onNext: (() => void) | undefined
}

function Key({ children }: { children: string }) {
  return (
    <span className={classes.key} aria-hidden>
      <Kbd>{children}</Kbd>
    </span>
  )
}

/** States what approving does. */
function consequence({ nextStatus, submittedBy }: ReviewDetails): string {
  const name = submittedBy?.name
  if (nextStatus === null) return t`The agency has no step after approval yet. Ask them to add one.`
  return name
    ? t`Approving asks ${name} to arrange the next step: ${nextStatus}.`
    : t`Approving asks the agency to arrange the next step: ${nextStatus}.`
}

/** What was decided, or that there is nothing left to decide. */
function Settled({ review, onNext }: Pick<ActionBarProps, 'review' | 'onNext'>) {
  const { candidate, state, decision } = review
  const note = decision?.note
  return (
    <div className={classes.settled} role="status">
      <p>
        {state === 'withdrawn'
          ? t`The agency has withdrawn ${candidate.name}. No decision is needed.`
          : decisionText(review)}
      </p>
      {state !== 'withdrawn' && decision && (
        <p className={classes.caption}>
          {formatDateTime(decision.at)}
          {note && ` · ${note}`}
        </p>
      )}
      {onNext && (
        <Button variant="default" onClick={onNext}>
          <Trans>Next person</Trans>
        </Button>
      )}
    </div>
  )
}

/** The decision on a person: approve, decline with a reason, or ask first. */
export function ActionBar({
  review,
  isReady,
  isPhone,
  acting,
  refused,
  onActing,
  onDecide,
  onNext,
}: ActionBarProps) {
  const { name } = review.candidate
  // Its keys work as soon as the form opens.
  usePrefetchQuery(reasonsQuery)
  if (review.state !== 'awaiting')
    return (
      <footer className={classes.actions}>
        <Settled review={review} onNext={onNext} />
      </footer>
    )
  const form = (
    <DeclineForm
      name={name}
      refused={refused}
      onCancel={() => onActing(null)}
      onDecline={(reasonId, note) => {
        onActing(null)
        onDecide({ kind: 'decline', reasonId, note })
      }}
    />
  )
  if (acting === 'decline' && !isPhone) return <footer className={classes.actions}>{form}</footer>
  const size = isPhone ? 'lg' : 'sm'
  return (
    <footer className={classes.actions}>
      <div className={classes.choices}>
        <Button
          className={classes.approve}
          size={size}
          disabled={!isReady || review.nextStatus === null}
          leftSection={<IconCheck size={16} stroke={1.6} aria-hidden />}
          rightSection={!isPhone && <Key>A</Key>}
          aria-keyshortcuts="a"
          // The second click of a double click would approve the next person.
          onClick={({ detail }) => detail < 2 && onDecide({ kind: 'approve' })}
        >
          <Trans>Approve</Trans>
        </Button>
        <Button
          variant="default"
          size={size}
          disabled={!isReady}
          rightSection={!isPhone && <Key>D</Key>}
          aria-keyshortcuts="d"
          onClick={() => onActing('decline')}
        >
          <Trans>Decline…</Trans>
        </Button>
        <Button
          variant="default"
          size={size}
          disabled={!isReady}
          rightSection={!isPhone && <Key>Q</Key>}
          aria-keyshortcuts="q"
          onClick={() => onActing('ask')}
        >
          <Trans>Ask</Trans>
        </Button>
      </div>
      {(!isPhone || review.nextStatus === null) && <p className={classes.caption}>{consequence(review)}</p>}
      {isPhone && (
        <Drawer
          opened={acting === 'decline'}
          onClose={() => onActing(null)}
          position="bottom"
          size="auto"
          title={t`Decline ${name}`}
        >
          {form}
        </Drawer>
      )}
    </footer>
  )
}
