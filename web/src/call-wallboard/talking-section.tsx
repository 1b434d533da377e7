import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar } from '../ui/avatar.tsx'
import { formatClock, formatTime } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { secondsSince, useSeconds } from './use-elapsed.ts'
import classes from './wallboard.module.css'
import type { Wallboard } from './wallboard-queries.ts'

type Talk = Wallboard['talking'][number]

/** How far the call of a voice agent is. */
function phaseOf(lifecycle: Talk['lifecycle']): string | null {
  if (lifecycle === 'queued') return t`about to ring`
  if (lifecycle === 'ringing') return t`ringing`
  return null
}

function TalkRow({ talk, elapsed }: { talk: Talk; elapsed: number }) {
  const { applicationId, candidate, caller, agent, queue, campaign, lifecycle, since } = talk
  const by = caller ?? agent
  const from = [campaign?.name, campaign ? null : queue?.name, phaseOf(lifecycle)].filter(Boolean).join(' · ')
  return (
    <li className={classes.talk}>
      <span className={classes.by}>
        {by && <Avatar name={by.name} robot={agent !== null} decorative />}
        <span>{by?.name}</span>
      </span>
      <span className={classes.person}>
        {candidate ? (
          <TextLink to="/applications/$id" params={{ id: applicationId }}>
            {candidate.name}
          </TextLink>
        ) : (
          <span className={classes.hidden}>
            <Trans>Name hidden</Trans>
          </span>
        )}
        <span className={classes.caption}>{from}</span>
      </span>
      <time className={classes.clock} dateTime={since} title={t`Since ${formatTime(since)}`}>
        {formatClock(elapsed)}
      </time>
    </li>
  )
}

/** Who calls whom at this moment. The clocks tick without asking the server. */
export function TalkingSection({ wallboard, receivedAt }: { wallboard: Wallboard; receivedAt: number }) {
  const now = useSeconds()
  const { talking, talkingTotal, at } = wallboard
  const left = talkingTotal - talking.length
  return (
    <Section
      title={t`Calling now`}
      text={t`People whom callers have from a queue, and calls of voice agents that go on, longest first`}
    >
      {talking.length === 0 ? (
        <div className={classes.nobody}>
          <h3>
            <Trans>Nobody is calling</Trans>
          </h3>
          <p className={classes.note}>
            <Trans>Callers appear here as soon as they take a person from a queue.</Trans>
          </p>
        </div>
      ) : (
        <ul className={classes.talks} aria-label={t`Calling now`}>
          {talking.map((talk) => (
            <TalkRow
              key={`${talk.applicationId} ${talk.since}`}
              talk={talk}
              elapsed={secondsSince(talk.since, now, { at, receivedAt })}
            />
          ))}
        </ul>
      )}
      {left > 0 && (
        <p className={classes.note}>{plural(left, { one: '# more call', other: '# more calls' })}</p>
      )}
    </Section>
  )
}
