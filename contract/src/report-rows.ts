import type { callEndReasons, callOutcomes } from './calls.ts'
import { type DispositionKind, offerDispositions } from './dispositions.ts'
import type { StatusType } from './status-types.ts'

/** A number or a bar of a report, by what it counts. */
export type ReportFigure =
  /** Created in the period; of the funnel's reading `current` those in a type now. */
  | { counts: 'created'; type?: StatusType }
  /** Created in the period and came to a type or further; `source` of that source, null of none. */
  | { counts: 'reached'; type: StatusType; source?: string | null }
  | { counts: 'entered'; type: StatusType }
  /** Left a type for another: the applications behind the stays of a type. */
  | { counts: 'left'; type: StatusType }
  | { counts: 'moved' }
  /** Hired for the last time in the period: behind the times to hire and to fill. */
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
  /** An agent null: nobody said who called. */
  | { counts: 'spokenWith'; agentId?: string | null }
  | { counts: 'converted'; agentId?: string | null }
  | { counts: 'called' }
  /** Called by us, and reached in person. */
  | { counts: 'contactMade' }
  | { counts: 'firstSpoken'; attempts?: number }
  | { counts: 'firstCalled' }
  /** Where things stand now, whatever the period. */
  | { counts: 'open'; type?: StatusType }
  | { counts: 'late'; type?: StatusType }
  | { counts: 'callbacksDue' }
  /** Hires that fill an opening: of one position, or of all that are open. */
  | { counts: 'openingsFilled'; positionId?: string }
  | { counts: 'openPositions' }
  /** Calls, not applications. */
  | {
      counts: 'calls'
      /** `placed` by us; of these the `answered`, and the `conversations`; or `all` conversations, also of calls to us. */
      which: 'placed' | 'answered' | 'conversations' | 'allConversations'
      /** Null: under way. */
      endReason?: (typeof callEndReasons)[number] | null
      /** Null: nobody said. */
      outcome?: (typeof callOutcomes)[number] | null
      agentId?: string | null
      weekday?: number
      hour?: number
    }

/** The period a figure is of: the report's own, or that of one bucket. */
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

/** The list that has exactly the rows a figure counts, with the API's filters. Leave out `open` to have all of them. */
export interface RowsBehind {
  list: 'applications' | 'calls' | 'positions'
  filters: Filters
}

function during(name: string, { from, to }: RowsPeriod): Filters {
  return { [`${name}From`]: from, [`${name}To`]: to }
}

function ofSource(source: string | null | undefined): Filters {
  if (source === undefined) return {}
  return source === null ? { sourceless: 'true' } : { source: [source] }
}

const ofType = (type: StatusType | undefined): Filters => (type ? { statusType: [type] } : {})

/** Of a report narrowed to agents, what calls are about is about the calls of these. */
function ofAgent(agentId: string | null | undefined, slice: RowsSlice, name: string): Filters {
  if (agentId !== undefined) return { [name]: [agentId ?? 'none'] }
  return slice.agentId?.length ? { [name]: slice.agentId } : {}
}

function endedFilters(figure: ReportFigure & { counts: 'ended' }, period: RowsPeriod): Filters {
  const { disposition, reasonId, type, companyId } = figure
  return {
    ...during('closed', period),
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
    ...ofAgent(agentId, slice, 'agentId'),
    ...(weekday !== undefined && { weekday: String(weekday), timezone: period.timezone }),
    ...(hour !== undefined && { hour: String(hour), timezone: period.timezone }),
  }
}

/** What an application's own filters say of each figure; those about calls know the agent. */
function applicationFilters(figure: ReportFigure, period: RowsPeriod, slice: RowsSlice): Filters {
  switch (figure.counts) {
    case 'created':
      return { ...during('created', period), ...ofType(figure.type) }
    case 'reached':
      return { ...during('created', period), reachedType: figure.type, ...ofSource(figure.source) }
    case 'entered':
      return { ...during('entered', period), enteredType: [figure.type] }
    case 'left':
      return { ...during('left', period), leftType: [figure.type] }
    case 'moved':
      return during('moved', period)
    case 'lastHired':
      return { ...during('hired', period), ...ofSource(figure.source) }
    case 'ended':
      return endedFilters(figure, period)
    case 'offers':
      return {
        ...during('closed', period),
        enteredType: ['offer'],
        disposition: figure.accepted ? ['hired'] : offerDispositions,
      }
    case 'spokenWith':
      return { ...during('spoken', period), ...ofAgent(figure.agentId, slice, 'callAgentId') }
    case 'converted':
      return { ...during('converted', period), ...ofAgent(figure.agentId, slice, 'callAgentId') }
    case 'called':
      return { ...during('called', period), ...ofAgent(undefined, slice, 'callAgentId') }
    case 'contactMade':
      return { ...during('contactMade', period), ...ofAgent(undefined, slice, 'callAgentId') }
    case 'firstSpoken':
      return {
        ...during('firstSpoken', period),
        ...(figure.attempts !== undefined && { attempts: String(figure.attempts) }),
      }
    case 'firstCalled':
      return during('firstCalled', period)
    case 'open':
      return { open: 'true', ...ofType(figure.type) }
    case 'late':
      return { late: 'true', ...ofType(figure.type) }
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

const aboutCalls: readonly ReportFigure['counts'][] = [
  'spokenWith',
  'converted',
  'called',
  'contactMade',
  'calls',
]

/**
 * The rows behind a figure of a report: the count of that list is the figure, whatever the slice. The one place that
 * knows; a test asks it for every figure of every report.
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
    ...(aboutCalls.includes(figure.counts) ? {} : given('agentId', agentId)),
  }
  if (figure.counts === 'calls')
    return { list: 'calls', filters: { ...narrowed, ...callFilters(figure, period, slice) } }
  return { list: 'applications', filters: { ...narrowed, ...applicationFilters(figure, period, slice) } }
}
