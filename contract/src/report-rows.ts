import type { callEndReasons, callOutcomes } from './calls.ts'
import { type DispositionKind, offerDispositions } from './dispositions.ts'
import type { StatusType } from './status-types.ts'

/** A number or bar in a report, by what it counts. */
export type ReportFigure =
  /** Created in the period; with `type`, those in the type now (the funnel `current`). */
  | { counts: 'created'; type?: StatusType }
  /** Created in the period and reached a type or further. `source` filters by source; null: without one. */
  | { counts: 'reached'; type: StatusType; source?: string | null }
  /** `imported`: only those that an import brought there, or only the others. */
  | { counts: 'entered'; type: StatusType; imported?: boolean }
  /** Left a type for another: the applications behind the completed stays. */
  | { counts: 'left'; type: StatusType }
  | { counts: 'moved' }
  /** Last hired in the period: the applications behind time to hire and time to fill. */
  | { counts: 'lastHired'; source?: string | null }
  /** Ended in the period; `reasonId` null: without a reason. */
  | {
      counts: 'ended'
      disposition?: DispositionKind
      reasonId?: string | null
      type?: StatusType
      companyId?: string
    }
  /** Had an offer that was decided in the period; `accepted`: hired. */
  | { counts: 'offers'; accepted?: boolean }
  /** `agentId` null: without an agent. */
  | { counts: 'spokenWith'; agentId?: string | null }
  | { counts: 'converted'; agentId?: string | null }
  | { counts: 'called' }
  /** Called (outbound) and reached in person. */
  | { counts: 'contactMade' }
  | { counts: 'firstSpoken'; attempts?: number }
  | { counts: 'firstCalled' }
  /** The current state, whatever the period. */
  | { counts: 'open'; type?: StatusType }
  | { counts: 'late'; type?: StatusType }
  | { counts: 'callbacksDue' }
  /** Hires that fill an opening: of one position, or of all that are open. */
  | { counts: 'openingsFilled'; positionId?: string }
  | { counts: 'openPositions' }
  /** Calls, not applications. */
  | {
      counts: 'calls'
      /**
       * `placed`: outbound; of these the `answered` and the `conversations`. `allConversations` includes inbound
       * calls.
       */
      which: 'placed' | 'answered' | 'conversations' | 'allConversations'
      /** Null: in progress. */
      endReason?: (typeof callEndReasons)[number] | null
      /** Null: no outcome. */
      outcome?: (typeof callOutcomes)[number] | null
      agentId?: string | null
      weekday?: number
      hour?: number
    }

/** The period of a figure: the report's, or one bucket's. */
export interface RowsPeriod {
  from: string
  to: string
  timezone: string
}

/** The filters a report was asked with. */
export interface RowsSlice {
  companyId?: readonly string[] | undefined
  positionId?: readonly string[] | undefined
  ownerId?: readonly string[] | undefined
  agentId?: readonly string[] | undefined
  source?: readonly string[] | undefined
}

type Filters = Record<string, string | readonly string[]>

/**
 * The list that contains exactly the rows that a figure counts, with the API's filters. Without `open` it contains
 * open and closed ones.
 */
export interface RowsBehind {
  list: 'applications' | 'calls' | 'positions'
  filters: Filters
}

function periodFilter(name: string, { from, to }: RowsPeriod): Filters {
  return { [`${name}From`]: from, [`${name}To`]: to }
}

function sourceFilter(source: string | null | undefined): Filters {
  if (source === undefined) return {}
  return source === null ? { sourceless: 'true' } : { source: [source] }
}

const typeFilter = (type: StatusType | undefined): Filters => (type ? { statusType: [type] } : {})

/** Restricts call filters to the report's agents. */
function agentFilter(agentId: string | null | undefined, slice: RowsSlice, name: string): Filters {
  if (agentId !== undefined) return { [name]: [agentId ?? 'none'] }
  return slice.agentId?.length ? { [name]: slice.agentId } : {}
}

function endedFilters(figure: ReportFigure & { counts: 'ended' }, period: RowsPeriod): Filters {
  const { disposition, reasonId, type, companyId } = figure
  return {
    ...periodFilter('closed', period),
    ...(disposition && { disposition: [disposition] }),
    ...(reasonId !== undefined && { reasonId: [reasonId ?? 'none'] }),
    ...(type && { decidedType: [type] }),
    ...(companyId && { companyId: [companyId] }),
  }
}

function callFilters(figure: ReportFigure & { counts: 'calls' }, period: RowsPeriod, slice: RowsSlice) {
  const { which, endReason, outcome, agentId, weekday, hour } = figure
  return {
    startedFrom: period.from,
    startedTo: period.to,
    ...(which !== 'allConversations' && { placed: 'true' }),
    ...(which === 'answered' && { answered: 'true' }),
    ...((which === 'conversations' || which === 'allConversations') && { conversation: 'true' }),
    ...(endReason !== undefined && { endReason: [endReason ?? 'none'] }),
    ...(outcome !== undefined && { outcome: [outcome ?? 'none'] }),
    ...agentFilter(agentId, slice, 'agentId'),
    ...(weekday !== undefined && { weekday: String(weekday), timezone: period.timezone }),
    ...(hour !== undefined && { hour: String(hour), timezone: period.timezone }),
  }
}

/** Returns the application filters of a figure; those about calls include the agent. */
function applicationFilters(figure: ReportFigure, period: RowsPeriod, slice: RowsSlice): Filters {
  switch (figure.counts) {
    case 'created':
      return { ...periodFilter('created', period), ...typeFilter(figure.type) }
    case 'reached':
      return { ...periodFilter('created', period), reachedType: figure.type, ...sourceFilter(figure.source) }
    case 'entered':
      return {
        ...periodFilter('entered', period),
        enteredType: [figure.type],
        ...(figure.imported !== undefined && { enteredByImport: String(figure.imported) }),
      }
    case 'left':
      return { ...periodFilter('left', period), leftType: [figure.type] }
    case 'moved':
      return periodFilter('moved', period)
    case 'lastHired':
      return { ...periodFilter('hired', period), ...sourceFilter(figure.source) }
    case 'ended':
      return endedFilters(figure, period)
    case 'offers':
      return {
        ...periodFilter('closed', period),
        enteredType: ['offer'],
        disposition: figure.accepted ? ['hired'] : offerDispositions,
      }
    case 'spokenWith':
      return { ...periodFilter('spoken', period), ...agentFilter(figure.agentId, slice, 'callAgentId') }
    case 'converted':
      return { ...periodFilter('converted', period), ...agentFilter(figure.agentId, slice, 'callAgentId') }
    case 'called':
      return { ...periodFilter('called', period), ...agentFilter(undefined, slice, 'callAgentId') }
    case 'contactMade':
      return { ...periodFilter('contactMade', period), ...agentFilter(undefined, slice, 'callAgentId') }
    case 'firstSpoken':
      return {
        ...periodFilter('firstSpoken', period),
        ...(figure.attempts !== undefined && { attempts: String(figure.attempts) }),
      }
    case 'firstCalled':
      return periodFilter('firstCalled', period)
    case 'open':
      return { open: 'true', ...typeFilter(figure.type) }
    case 'late':
      return { late: 'true', ...typeFilter(figure.type) }
    case 'callbacksDue':
      return { callbackDue: 'true' }
    case 'openingsFilled':
      return {
        fillsOpening: 'true',
        ...(figure.positionId ? { positionId: [figure.positionId] } : { positionState: ['open'] }),
      }
    default:
      return {}
  }
}

const callFigures: readonly ReportFigure['counts'][] = [
  'spokenWith',
  'converted',
  'called',
  'contactMade',
  'calls',
]

/**
 * Returns the rows behind a figure. The list's count equals the figure for any filters; a test checks it for every
 * figure of every report.
 */
export function rowsBehind(figure: ReportFigure, period: RowsPeriod, slice: RowsSlice = {}): RowsBehind {
  const { companyId, positionId, ownerId, source, agentId } = slice
  const given = (name: string, values: readonly string[] | undefined): Filters =>
    values?.length ? { [name]: values } : {}
  if (figure.counts === 'openPositions')
    return {
      list: 'positions',
      filters: {
        state: ['open'],
        ...given('companyId', companyId),
        ...given('positionId', positionId),
        ...given('ownerId', ownerId),
      },
    }
  const narrowed = {
    ...given('companyId', companyId),
    ...given('positionId', positionId),
    ...given('ownerId', ownerId),
    ...given('source', source),
    ...(callFigures.includes(figure.counts) ? {} : given('agentId', agentId)),
  }
  if (figure.counts === 'calls')
    return { list: 'calls', filters: { ...narrowed, ...callFilters(figure, period, slice) } }
  return { list: 'applications', filters: { ...narrowed, ...applicationFilters(figure, period, slice) } }
}
