import { type ApplicationSort, applicationSorts } from '@muster/contract/application-filters.ts'
import { dispositionKeys } from '@muster/contract/dispositions.ts'
import { isFieldSort } from '@muster/contract/field-subjects.ts'
import type { Counted } from '@muster/contract/measures.ts'
import type { positionStates } from '@muster/contract/position-states.ts'
import { funnelTypes, statusTypeKeys } from '@muster/contract/status-types.ts'
import { idParam, listParam, mostValues, oneOfParam, searchParam, textParam } from '../../ui/search-params.ts'

const idLists = [
  'positionId',
  'companyId',
  'pipelineId',
  'candidateId',
  'statusId',
  'agentId',
  'queueId',
  'campaignId',
] as const
const textLists = ['source', 'tag'] as const
const flags = [
  'late',
  'callbackDue',
  'neverContacted',
  'sourceless',
  'fillsOpening',
  'enteredByImport',
  'deleted',
] as const
const dates = [
  'created',
  'applied',
  'contacted',
  'callback',
  'closed',
  'entered',
  'spoken',
  // Only links from reports set these.
  'left',
  'moved',
  'hired',
  'called',
  'contactMade',
  'converted',
  'firstSpoken',
  'firstCalled',
  'counted',
] as const

/** Reports whether days are counted forward: callbacks are to come, everything else has happened. */
export function looksAhead(name: string): boolean {
  return name === 'callbackWithin'
}

export type Dated = (typeof dates)[number]
type Flag = 'true' | 'false'
export type Sort = ApplicationSort

const defaultSort = '-lastActivityAt' satisfies Sort

/**
 * The search parameters of the list: its filters under the API's names. `createdWithin=7` is a range that
 * moves with the calendar. `open=all` explicitly lists open and closed applications.
 */
export type ApplicationsSearch = {
  [name in
    | (typeof idLists)[number]
    | (typeof textLists)[number]
    | 'ownerId'
    | 'reasonId'
    | 'callAgentId']?: string[]
} & { [name in (typeof flags)[number]]?: Flag } & {
  [name in `${Dated}From` | `${Dated}To` | `${Dated}Within`]?: string
} & {
  statusType?: (typeof statusTypeKeys)[number][]
  enteredType?: (typeof statusTypeKeys)[number][]
  leftType?: (typeof statusTypeKeys)[number][]
  decidedType?: (typeof statusTypeKeys)[number][]
  reachedType?: (typeof funnelTypes)[number]
  positionState?: (typeof positionStates)[number][]
  /** What a report counts, and in which of its groups. */
  counted?: Counted
  countedIn?: string[]
  countedTimezone?: string
  countedReached?: (typeof funnelTypes)[number]
  countedDays?: string
  countedValueFrom?: string
  countedValueTo?: string
  /** Outbound calls up to the first conversation. */
  attempts?: string
  disposition?: (typeof dispositionKeys)[number][]
  importId?: string
  open?: Flag | 'all'
  /** Conditions on custom fields: `licenseClass:anyOf:…`. */
  field?: string[]
  q?: string
  sort?: Sort
  /** The id of the active saved view. */
  view?: string
  /** The id of the application in the drawer. */
  peek?: string
}

function splitList(value: unknown, separator: string): string[] {
  return (listParam(value, Number.POSITIVE_INFINITY) ?? [])
    .flatMap((part) => part.split(separator))
    .filter(Boolean)
}

function undefinedIfEmpty<Value>(values: Value[]): Value[] | undefined {
  return values.length > 0 ? values.slice(0, mostValues) : undefined
}

/**
 * Parses ids and enum values, separated by commas as saved views store them, or repeated. Free text is
 * separated by line breaks instead.
 */
function among<Option extends string>(value: unknown, options: readonly Option[]): Option[] | undefined {
  return undefinedIfEmpty(splitList(value, ',').flatMap((part) => oneOfParam(part, options) ?? []))
}

/** Parses ids, or the given words in their place. */
function idsOr(value: unknown, ...words: string[]): string[] | undefined {
  return undefinedIfEmpty(splitList(value, ',').filter((part) => words.includes(part) || idParam(part)))
}

/** Parses a time within the years that the API accepts. */
function timeParam(value: unknown): string | undefined {
  const time = new Date(textParam(value) ?? '')
  const year = time.getUTCFullYear()
  return year >= 1900 && year < 3000 ? time.toISOString() : undefined
}

/** A measure, or the numerator of its rate. The server knows which there are. */
const countedPattern = /^[a-zA-Z]{1,40}(\.part)?$/

function daysParam(value: unknown): string | undefined {
  const days = Number(value)
  return Number.isInteger(days) && days >= 1 && days <= 3660 ? String(days) : undefined
}

function durationParam(value: unknown): string | undefined {
  return /^\d{1,6}$/.test(String(value)) ? String(value) : undefined
}

/** Parses the conditions on custom fields. */
function readFieldFilters(value: unknown): string[] | undefined {
  return undefinedIfEmpty(
    splitList(value, '\n').filter((text) =>
      /^((candidate|position|company)\.)?[a-z]\w*:[a-z]+(:|$)/i.test(text),
    ),
  )
}

/** Parses a sort; undefined for none that the list has. */
export function readSort(value: unknown): Sort | undefined {
  const text = textParam(value)
  return text && isFieldSort(text) ? text : oneOfParam(text, applicationSorts)
}

/**
 * Parses the search parameters of an address or a saved view. Invalid values are dropped, so that an old link
 * still opens the list.
 */
export function readApplicationsSearch(search: Record<string, unknown>): ApplicationsSearch {
  const read: Record<string, unknown> = {}
  for (const name of idLists) {
    read[name] = undefinedIfEmpty(splitList(search[name], ',').filter(idParam))
  }
  for (const name of textLists)
    read[name] = listParam(splitList(search[name], '\n'), name === 'tag' ? 40 : 120)
  for (const name of flags) read[name] = oneOfParam(search[name], ['true', 'false'])
  for (const name of dates) {
    read[`${name}Within`] = daysParam(search[`${name}Within`])
    read[`${name}From`] = timeParam(search[`${name}From`])
    read[`${name}To`] = timeParam(search[`${name}To`])
  }
  Object.assign(read, {
    ownerId: idsOr(search.ownerId, 'me', 'none'),
    statusType: among(search.statusType, statusTypeKeys),
    enteredType: among(search.enteredType, statusTypeKeys),
    leftType: among(search.leftType, statusTypeKeys),
    decidedType: among(search.decidedType, statusTypeKeys),
    reachedType: oneOfParam(search.reachedType, funnelTypes),
    positionState: among(search.positionState, ['open', 'on_hold', 'closed']),
    attempts: /^\d{1,4}$/.test(String(search.attempts)) ? String(search.attempts) : undefined,
    counted: countedPattern.test(String(search.counted ?? '')) ? String(search.counted) : undefined,
    countedIn: listParam(search.countedIn, 300),
    countedTimezone: textParam(search.countedTimezone),
    countedReached: oneOfParam(search.countedReached, funnelTypes),
    countedDays: daysParam(search.countedDays),
    countedValueFrom: durationParam(search.countedValueFrom),
    countedValueTo: durationParam(search.countedValueTo),
    reasonId: idsOr(search.reasonId, 'none'),
    callAgentId: idsOr(search.callAgentId, 'none'),
    disposition: among(search.disposition, dispositionKeys),
    importId: idParam(search.importId),
    open: oneOfParam(search.open, ['true', 'false', 'all']),
    q: searchParam(search.q),
    field: readFieldFilters(search.field),
    sort: readSort(search.sort),
    view: idParam(search.view),
    peek: idParam(search.peek),
  })
  if (read.sort === defaultSort) read.sort = undefined
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The search parameters of the list when the address has none. */
export const allOpen = { open: 'true' } as const satisfies ApplicationsSearch
