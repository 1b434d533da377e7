import { dispositions } from '@muster/contract/dispositions.ts'
import {
  type StatusType,
  statusTypeKeys,
  statusTypeRank,
  statusTypes,
} from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import { readEnding } from '../ending.ts'
import { suggestStatus } from '../meaning/suggest-value.ts'
import type { Destination, PositionRef, Problem, Reason, StatusRef } from './resolved-row.ts'

const typeOptions = statusTypeKeys.map((type) => ({ id: type, name: statusTypes[type].label, type }))

const isEnding = (type: StatusType) => type === 'hired' || type === 'closed'

export type ChosenStatus =
  | { destination: Destination; problem: Problem | null; assumption: Reason | null }
  | { refusal: Reason }

function warn(code: string, message: string): Problem {
  return { column: null, code, message, severity: 'warning' }
}

/** How an application ended that is only said to have ended. */
const assumedEnding = 'rejected_by_us'

function assume(value: string): Reason {
  const label = translate(dispositions[assumedEnding].label)
  return {
    code: 'ending_assumed',
    message: t`${quote(value)} does not say why the application ended. It is closed as ${quote(label)}.`,
  }
}

/** The position's status of a type, by the file's own word where there are several; else the nearest before it. */
function ofType(position: PositionRef, type: StatusType, value: string | null): StatusRef | null {
  const own = position.statuses.filter((status) => status.type === type)
  if (own.length > 0) return (value === null ? null : suggestStatus(value, own)) ?? own[0]!
  if (isEnding(type)) return null
  const before = position.statuses.filter(
    (status) => !isEnding(status.type) && statusTypeRank(status.type) < statusTypeRank(type),
  )
  return before.toSorted((a, b) => statusTypeRank(b.type) - statusTypeRank(a.type))[0] ?? null
}

/**
 * The status a row starts in. `choice` is the type a person chose for the value, null for "leave empty", undefined when
 * they chose nothing: then the position's own names decide, and after them the words other systems use. Without any of
 * these the row is refused.
 */
export function chooseStatus(
  position: PositionRef,
  value: string | null,
  choice: string | null | undefined,
): ChosenStatus {
  const starting = position.statuses.find(({ type }) => !isEnding(type))
  if (!starting) {
    const message = t`${quote(position.name)} has no open status to start in`
    return { refusal: { code: 'position_without_status', message } }
  }
  const at = (status: StatusRef, problem: Problem | null = null): ChosenStatus => {
    if (!isEnding(status.type))
      return { destination: { position, status, ending: null }, problem, assumption: null }
    const read = status.type === 'hired' ? 'hired' : readEnding(value ?? '')
    const ending = { disposition: read ?? assumedEnding, from: starting }
    return {
      destination: { position, status, ending },
      problem,
      assumption: read ? null : assume(value ?? ''),
    }
  }
  if (value === null || choice === null) return at(starting)
  const named = choice === undefined ? suggestStatus(value, position.statuses) : null
  if (named) return at(named)
  const type = (choice ?? suggestStatus(value, typeOptions)?.type) as StatusType | undefined
  if (type === undefined) {
    const message = t`No status is called ${quote(value)}. Choose one or create it.`
    return { refusal: { code: 'status_unknown', message } }
  }
  const status = ofType(position, type, value)
  if (!status) {
    const message = t`${quote(position.name)} has no status matching ${quote(value)}`
    return { refusal: { code: 'status_not_on_position', message } }
  }
  if (status.type === type) return at(status)
  const message = t`${quote(position.name)} has no status matching ${quote(value)}. The application starts in ${quote(status.name)}.`
  return at(status, warn('status_not_on_position', message))
}
