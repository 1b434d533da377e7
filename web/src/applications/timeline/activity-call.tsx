import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { listCalls } from '@muster/contract/calls.ts'
import { IconArrowDownLeft, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { RowOf } from '../../api/query.ts'
import { directionLabels, endReasonLabel, isConversation, outcomeLabels } from '../../calls/call-labels.ts'
import { ChangeOutcome } from '../../calls/change-outcome.tsx'
import { Transcript } from '../../calls/transcript.tsx'
import { formatClock, formatDateTime } from '../../ui/format.ts'
import classes from './activity-call.module.css'
import type { ActivityLog } from './activity-text.ts'
import timeline from './activity-timeline.module.css'

export type Call = RowOf<typeof listCalls>

interface CallProps {
  log: ActivityLog
  call?: Call
}

function Conversation({ by, call }: { by: string; call: Call }) {
  const length = call.durationSeconds === null ? null : formatClock(call.durationSeconds)
  const outcome = call.outcome && t(outcomeLabels[call.outcome])
  if (length && outcome) {
    return (
      <Trans>
        <b>{by}</b> spoke with the candidate for {length}: <b>{outcome}</b>
      </Trans>
    )
  }
  if (outcome) {
    return (
      <Trans>
        <b>{by}</b> spoke with the candidate: <b>{outcome}</b>
      </Trans>
    )
  }
  return length ? (
    <Trans>
      <b>{by}</b> spoke with the candidate for {length}
    </Trans>
  ) : (
    <Trans>
      <b>{by}</b> spoke with the candidate
    </Trans>
  )
}

function InboundMark() {
  return (
    <span className={classes.inbound}>
      <IconArrowDownLeft size={14} stroke={1.6} aria-hidden />
      {t(directionLabels.inbound)}
    </span>
  )
}

/** A call in one sentence: caller, duration and outcome. */
export function CallSentence({ log, call }: CallProps) {
  const agent = call?.agent?.kind === 'voice' ? call.agent.name : null
  const by = agent ? t`Voice agent ${agent}` : log.actor.name
  if (call && isConversation(call.endReason))
    return (
      <>
        <Conversation by={by} call={call} />
        {call.direction === 'inbound' && <InboundMark />}
      </>
    )
  // Users without access to calls see what the history records.
  const ended = call?.endReason ?? (call ? 'unknown' : null)
  const result = ended
    ? ended !== 'unknown' && t(endReasonLabel(ended, call?.direction ?? 'outbound'))
    : log.newValue
  if (call?.direction === 'inbound')
    return result ? (
      <Trans>
        Inbound call to <b>{by}</b>: <b>{result}</b>
      </Trans>
    ) : (
      <Trans>
        Inbound call to <b>{by}</b>
      </Trans>
    )
  return result ? (
    <Trans>
      <b>{by}</b> called: <b>{result}</b>
    </Trans>
  ) : (
    <Trans>
      <b>{by}</b> called
    </Trans>
  )
}

function Recording({ url, at }: { url: string; at: string }) {
  const [refused, setRefused] = useState(false)
  return (
    <details className={classes.fold}>
      <summary>
        <Trans>Recording</Trans>
      </summary>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript has the same content */}
      <audio
        controls
        preload="none"
        src={url}
        className={classes.player}
        aria-label={t`Recording of ${formatDateTime(at)}`}
        onError={() => setRefused(true)}
        onPlaying={() => setRefused(false)}
      />
      {refused && (
        <p role="status" className={classes.refused}>
          <Trans>
            This recording cannot be played here. The provider may require you to sign in. Open it in a new
            tab or find the call in the provider’s app.
          </Trans>
        </p>
      )}
      <Anchor href={url} target="_blank" rel="noopener noreferrer" size="xs" className={classes.open}>
        <Trans>Open in a new tab</Trans>
        <IconExternalLink size={14} stroke={1.6} aria-hidden />
      </Anchor>
    </details>
  )
}

/** The content of a call: its summary, and the collapsed recording and transcript. */
export function CallDetails({ log, call }: CallProps) {
  const summary = call?.summary ?? log.body
  const suggested = call?.suggestedOutcome
  const suggestion = suggested && suggested !== call.outcome ? t(outcomeLabels[suggested]) : null
  const setBy = call?.provider ? call.outcomeSetBy?.name : null
  const providerId = call?.providerCallId
  const callback = call?.callbackAt ? formatDateTime(call.callbackAt) : null
  return (
    <>
      {callback && (
        <p className={timeline.caption}>
          <Trans>Callback {callback}</Trans>
        </p>
      )}
      {suggestion && (
        <p className={timeline.caption}>
          <Trans>The agent suggested: {suggestion}</Trans>
        </p>
      )}
      {setBy && (
        <p className={timeline.caption}>
          <Trans>Outcome by {setBy}</Trans>
        </p>
      )}
      {summary && <p className={timeline.text}>{summary}</p>}
      {call?.recordingUrl && /^https?:\/\//i.test(call.recordingUrl) && (
        <Recording url={call.recordingUrl} at={call.startedAt} />
      )}
      {call?.transcript && (
        <Transcript
          text={call.transcript}
          agent={call.agent?.name ?? null}
          person={call.application?.candidateName}
        />
      )}
      {providerId && (
        <p className={timeline.caption}>
          <Trans>Provider’s call ID: {providerId}</Trans>
        </p>
      )}
      {call && <ChangeOutcome call={call} />}
    </>
  )
}
