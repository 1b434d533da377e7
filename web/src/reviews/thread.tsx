import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Drawer, Textarea } from '@mantine/core'
import { getReview, listReviews } from '@muster/contract/reviews.ts'
import { askAboutSubmission } from '@muster/contract/submissions.ts'
import { IconChevronRight, IconMessage } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { When } from '../ui/age.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import type { Acting } from './person-pane.tsx'
import type { ReviewDetails } from './review-queries.ts'
import classes from './reviews.module.css'

interface ThreadProps {
  review: ReviewDetails
  acting: Acting
  onActing: (acting: Acting) => void
}

function Question({ review, onClose }: { review: ReviewDetails; onClose: () => void }) {
  const [body, setBody] = useState('')
  const ask = useMutation({
    mutationFn: () => call(askAboutSubmission, { params: { id: review.id }, body: { body: body.trim() } }),
    onSuccess: async () => {
      await invalidate(getReview, listReviews)
      onClose()
    },
  })
  const askOnce = useOneAtATime(ask.mutateAsync)
  const canSend = body.trim() !== '' && !ask.isPending
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (!ask.isPending) onClose()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSend) void askOnce()
  }
  return (
    <div className={classes.question}>
      {ask.error && <Alert color="red">{errorMessage(ask.error)}</Alert>}
      <Textarea
        label={t`Question to the agency`}
        autoFocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={ask.isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={!canSend} loading={ask.isPending} onClick={() => void askOnce()}>
          <Trans>Ask</Trans>
        </Button>
      </div>
    </div>
  )
}

/** The questions of the client and the agency's replies, and a field for a question while one is asked. */
export function Thread({ review, acting, onActing }: ThreadProps) {
  const me = useCurrentUser().id
  const { messages } = review
  if (messages.length === 0 && acting !== 'ask') return null
  return (
    <section aria-label={t`Questions`}>
      <h3 className={classes.sectionTitle}>
        <Trans>Questions</Trans>
      </h3>
      <ol className={classes.messages}>
        {messages.map(({ id, by, at, body }) => (
          <li key={id} className={classes.message}>
            <Avatar name={by.name} userId={by.id} size={24} decorative />
            <div>
              <p className={classes.words}>{body}</p>
              <p className={classes.caption}>
                {by.id === me ? t`You` : by.name}, <When at={at} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {acting === 'ask' && <Question review={review} onClose={() => onActing(null)} />}
    </section>
  )
}

/** On a phone: a card with the last message, which opens the thread as a sheet. */
export function QuestionsCard(props: ThreadProps) {
  const { review, acting, onActing } = props
  const [opened, setOpened] = useState(false)
  const { messages } = review
  const last = messages.at(-1)
  const { length } = messages
  return (
    <>
      {last && (
        <button type="button" className={classes.card} aria-haspopup="dialog" onClick={() => setOpened(true)}>
          <IconMessage size={20} stroke={1.6} aria-hidden />
          <span className={classes.cardText}>
            <span>
              <strong>
                <Trans>Questions</Trans>
              </strong>{' '}
              {plural(length, { one: '# message', other: '# messages' })}
            </span>
            <span className={classes.lastMessage}>{last.body}</span>
          </span>
          <IconChevronRight size={16} stroke={1.6} aria-hidden />
        </button>
      )}
      <Drawer
        opened={opened || acting === 'ask'}
        onClose={() => {
          setOpened(false)
          onActing(null)
        }}
        position="bottom"
        size="auto"
        title={t`Questions about ${review.candidate.name}`}
      >
        <Thread {...props} />
        {acting !== 'ask' && review.state !== 'withdrawn' && (
          <Button variant="default" fullWidth size="lg" onClick={() => onActing('ask')}>
            <Trans>Ask</Trans>
          </Button>
        )}
      </Drawer>
    </>
  )
}
