import { t } from '@lingui/core/macro'
import { isConversation } from '../../calls/call-labels.ts'
import { formatDay } from '../../ui/format.ts'
import type { Call } from './activity-call.tsx'
import type { ActivityLog } from './activity-text.ts'

/** An entry of the history, or several calls in a row that reached nobody. */
type DayEntry =
  | { kind: 'entry'; id: string; log: ActivityLog }
  | { kind: 'calls'; id: string; logs: ActivityLog[] }

interface Day {
  name: string
  entries: DayEntry[]
}

interface Options {
  calls: ReadonlyMap<string, Call>
  /** The entry that the address links to is never folded. */
  target: string | undefined
  now: number
}

/** Formats a day as a heading: "Today", "Yesterday", otherwise the day. */
function formatDayName(at: string, now: number): string {
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  if (Date.parse(at) >= midnight.getTime()) return t`Today`
  midnight.setDate(midnight.getDate() - 1)
  return Date.parse(at) >= midnight.getTime() ? t`Yesterday` : formatDay(at)
}

/** Groups entries by day, in their order, and folds calls in a row that reached nobody into one entry. */
export function groupByDay(logs: readonly ActivityLog[], { calls, target, now }: Options): Day[] {
  const reachedNobody = (log: ActivityLog) => {
    const call = calls.get(log.callId ?? '')
    return log.id !== target && call?.endReason != null && !isConversation(call.endReason)
  }
  const days: Day[] = []
  for (const log of logs) {
    const name = formatDayName(log.at, now)
    const isSameDay = days.at(-1)?.name === name
    if (!isSameDay) days.push({ name, entries: [] })
    const { entries } = days.at(-1)!
    const before = entries.at(-1)
    const first = before?.kind === 'calls' ? before.logs[0] : before?.log
    const folds =
      before && first?.application.id === log.application.id && reachedNobody(first) && reachedNobody(log)
    if (!folds) entries.push({ kind: 'entry', id: log.id, log })
    else if (before.kind === 'calls') before.logs.push(log)
    else entries[entries.length - 1] = { kind: 'calls', id: before.id, logs: [before.log, log] }
  }
  return days
}
