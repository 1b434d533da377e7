import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { positionStates } from '@muster/contract/position-states.ts'
import type { getPosition } from '@muster/contract/positions.ts'

export type PositionDetails = ResponseOf<typeof getPosition>
export type Status = PositionDetails['statuses'][number]
export type PositionState = (typeof positionStates)[number]

export const stateLabels: Record<PositionState, MessageDescriptor> = {
  open: msg({ message: 'Open', context: 'state of a position' }),
  on_hold: msg({ message: 'On hold', context: 'state of a position' }),
  closed: msg({ message: 'Closed', context: 'state of a position' }),
}

/** Returns how many openings are not filled yet. */
export function openingsLeft({ openings, hired }: { openings: number; hired: number }): number {
  return Math.max(0, openings - hired)
}

/** Counts the applications that are neither hired nor closed. */
export function openApplications({ counts }: Pick<PositionDetails, 'counts'>): number {
  const { hired, closed, ...open } = counts
  return Object.values(open).reduce((sum, count) => sum + count, 0)
}
