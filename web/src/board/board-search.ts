import type { getBoard } from '@muster/contract/board.ts'
import type { InputOf } from '../api/call.ts'
import type { Lane, LaneGroup } from './board-moves.ts'

/** The search parameters of the board: the list's filters, and the grouping into lanes. */
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
  /** The application whose record is open over the board. */
  card?: string
}

type Query = NonNullable<InputOf<typeof getBoard>['query']>

/** Converts the search parameters to the query of the endpoint, for all cards or those of a lane. */
export function toQuery(search: BoardSearch, lane?: Lane): Query {
  const { group, card, late, callbackDue, neverContacted, ...rest } = search
  return {
    ...rest,
    late: late && 'true',
    callbackDue: callbackDue && 'true',
    neverContacted: neverContacted && 'true',
    ...(lane && { [lane.group === 'owner' ? 'ownerId' : 'companyId']: [lane.id] }),
  }
}
