import { t } from '@lingui/core/macro'
import { type PlainSearch, parseSearch } from '@muster/contract/search-parameters.ts'
import { endReasonLabels, outcomeLabels } from '../calls/call-labels.ts'
import { CallsDrawer, type CallsQuery } from '../calls/calls-drawer.tsx'
import { formatHour, formatWeekday } from './charts/hours.ts'

function among<Label>(
  labels: Record<string, Label>,
  value: PlainSearch[string] | undefined,
): Label | undefined {
  return typeof value === 'string' && Object.hasOwn(labels, value) ? labels[value] : undefined
}

/** Returns the title of the drawer, from the most specific filter. */
function titleOf(filters: PlainSearch): string {
  const outcome = among(outcomeLabels, filters.outcome)
  const ending = among(endReasonLabels, filters.endReason)
  const [weekday, hour] = [Number(filters.weekday), Number(filters.hour)]
  if (weekday >= 1 && weekday <= 7 && hour >= 0 && hour < 24) {
    const [day, time] = [formatWeekday(weekday, 'long'), formatHour(hour)]
    return t`Calls on ${day}, ${time}`
  }
  if (outcome) return t(outcome)
  if (ending) return t(ending)
  if (filters.withCost) return t`Calls with a cost`
  if (filters.conversation) return t`Conversations`
  return filters.answered ? t`Calls answered` : t`Calls placed`
}

/** The drawer of calls for the filters in the address. */
export function FigureCalls({ calls, onClose }: { calls: string; onClose: () => void }) {
  const filters = parseSearch(calls)
  return <CallsDrawer query={filters as CallsQuery} title={titleOf(filters)} onClose={onClose} />
}
