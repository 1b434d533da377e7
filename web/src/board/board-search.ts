import type { getBoard } from '@muster/contract/board.ts'
import type { InputOf } from '../api/call.ts'
import type { Lane, LaneGroup } from './board-moves.ts'

/** What the board's address says: its filters under the list's names, and what it is cut into lanes by. */
export interface BoardSearch {
  /** User ids, `me`, or `none` for unassigned. */
  ownerId?: string[]
  source?: string[]
  tag?: string[]
  /** On a pipeline's board. */
  positionId?: string[]
  companyId?: string[]
  q?: string
  late?: true
  callbackDue?: true
  neverContacted?: true
  group?: LaneGroup
}

type Query = NonNullable<InputOf<typeof getBoard>['query']>

/** What the API is asked for, of all cards or of those in a lane. */
export function toQuery(search: BoardSearch, lane?: Lane): Query {
  const { group, late, callbackDue, neverContacted, ...rest } = search
  return {
    ...rest,
    late: late && 'true',
    callbackDue: callbackDue && 'true',
    neverContacted: neverContacted && 'true',
    ...(lane && { [lane.group === 'owner' ? 'ownerId' : 'companyId']: [lane.id] }),
  }
}
