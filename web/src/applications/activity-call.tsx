import { Anchor } from '@mantine/core'
import type { listCalls } from '@muster/contract/calls.ts'
import { IconExternalLink } from '@tabler/icons-react'
import type { RowOf } from '../api/query.ts'
import { callResultText } from '../calls/call-result-text.ts'
import { isConversation, outcomeLabels } from '../calls/call-words.ts'
import { formatClock, formatDateTime } from '../ui/format.ts'
import classes from './activity-timeline.module.css'
import type { ActivityLog } from './activity-words.ts'

export type Call = RowOf<typeof listCalls>

/** Who called, for how long and what came of it, in a sentence. */
export function CallSentence({ log, call }: { log: ActivityLog; call?: Call }) {
  const by = call?.agent?.kind === 'voice' ? `Voice agent ${call.agent.name}` : log.actor.name
  if (call && isConversation(call.endReason)) {
    return (
      <>
        <b>{by}</b> spoke with them
        {call.durationSeconds !== null && ` for ${formatClock(call.durationSeconds)}`}
        {call.outcome && (
          <>
            : <b>{outcomeLabels[call.outcome].toLowerCase()}</b>
          </>
        )}
        {call.callbackAt && `, callback ${formatDateTime(call.callbackAt)}`}
      </>
    )
  }
  // Those who may not see calls know of them what the history says.
  const result = call ? callResultText(call.endReason ?? 'unknown') : log.newValue
  return (
    <>
      <b>{by}</b> called
      {result && result !== callResultText('unknown') && (
        <>
          : <b>{result.toLowerCase()}</b>
        </>
      )}
    </>
  )
}

/** What was said on a call: its summary, and on demand the transcript and the recording. */
export function CallDetails({ log, call }: { log: ActivityLog; call?: Call }) {
  const summary = call?.summary ?? log.body
  const suggested = call?.suggestedOutcome
  return (
    <>
      {suggested && suggested !== call.outcome && (
        <p className={classes.caption}>The agent suggested: {outcomeLabels[suggested].toLowerCase()}</p>
      )}
      {summary && <p className={classes.text}>{summary}</p>}
      {call?.recordingUrl && /^https?:\/\//i.test(call.recordingUrl) && (
        <Anchor
          href={call.recordingUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={classes.recording}
          size="xs"
        >
          Recording
          <IconExternalLink size={12} stroke={1.6} aria-hidden />
        </Anchor>
      )}
      {call?.transcript && (
        <details className={classes.transcript}>
          <summary>Transcript</summary>
          <p>{call.transcript}</p>
        </details>
      )}
    </>
  )
}
