import { plural, t } from '@lingui/core/macro'
import { IconPhoneOff } from '@tabler/icons-react'
import { endReasonLabel } from '../../calls/call-labels.ts'
import { formatTime } from '../../ui/format.ts'
import type { Call } from './activity-call.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import type { ActivityLog } from './activity-text.ts'
import classes from './activity-timeline.module.css'

interface UnreachedCallsProps {
  /** Newest first. */
  logs: readonly ActivityLog[]
  calls: ReadonlyMap<string, Call>
  elsewhere: boolean
  onFile: (fileId: string) => void
}

function resultOf({ endReason, direction }: Call): string {
  return t(endReasonLabel(endReason ?? 'unknown', direction))
}

/** Calls in a row that reached nobody, as one entry that unfolds. */
export function UnreachedCalls({ logs, calls, elsewhere, onFile }: UnreachedCallsProps) {
  const known = logs.flatMap((log) => calls.get(log.callId ?? '') ?? [])
  const results = [...new Set(known.map(resultOf))].join(', ')
  const times = logs.map(({ at }) => formatTime(at)).toReversed()
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <IconPhoneOff size={14} stroke={1.6} aria-hidden />
      </span>
      <details className={classes.folded}>
        <summary>
          <span className={classes.sentence}>
            <b>{plural(logs.length, { one: '# call', other: '# calls' })}</b>: {results}
          </span>
          <span className={classes.caption}>{times.join(', ')}</span>
        </summary>
        <ol className={classes.list}>
          {logs.map((log) => (
            <ActivityEntry
              key={log.id}
              log={log}
              call={calls.get(log.callId ?? '')}
              elsewhere={elsewhere}
              onFile={onFile}
            />
          ))}
        </ol>
      </details>
    </li>
  )
}
