import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getPosition, positionStates } from '@muster/contract/positions.ts'

export type PositionDetails = ResponseOf<typeof getPosition>
export type Status = PositionDetails['statuses'][number]
export type PositionState = (typeof positionStates)[number]

export const stateLabels: Record<PositionState, string> = {
  open: 'Open',
  on_hold: 'On hold',
  closed: 'Closed',
}

/** What a person does to bring a position into a state, and what is said once it is. */
export const stateActions: Record<PositionState, { verb: string; done: string }> = {
  open: { verb: 'Reopen', done: 'Reopened' },
  on_hold: { verb: 'Put on hold', done: 'Put on hold' },
  closed: { verb: 'Close', done: 'Closed' },
}

/** How many openings nobody was hired for yet. */
export function openingsLeft({ openings, hired }: { openings: number; hired: number }): number {
  return Math.max(0, openings - hired)
}
