import { applicationSorts } from '@muster/contract/application-filters.ts'
import { dispositionKeys } from '@muster/contract/dispositions.ts'
import type { positionStates } from '@muster/contract/positions.ts'
import { funnelTypes, statusTypeKeys } from '@muster/contract/status-types.ts'
import { idParam, listParam, mostValues, oneOfParam, searchParam, textParam } from '../../ui/search-params.ts'
import type { ListQuery } from '../list-query.ts'

const idLists = ['positionId', 'companyId', 'pipelineId', 'candidateId', 'statusId', 'agentId'] as const
const textLists = ['source', 'tag'] as const
const flags = ['late', 'callbackDue', 'neverContacted', 'sourceless', 'fillsOpening', 'deleted'] as const
const dates = [
  'created',
  'applied',
  'contacted',
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
] as const

export type Dated = (typeof dates)[number]
type Flag = 'true' | 'false'
export type Sort = (typeof applicationSorts)[number]

const defaultSort: Sort = '-lastActivityAt'

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
  /** Outbound calls up to the first conversation. */
  attempts?: string
  disposition?: (typeof dispositionKeys)[number][]
  importId?: string
  open?: Flag | 'all'
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

function daysParam(value: unknown): string | undefined {
  const days = Number(value)
  return Number.isInteger(days) && days >= 1 && days <= 3660 ? String(days) : undefined
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
    reasonId: idsOr(search.reasonId, 'none'),
    callAgentId: idsOr(search.callAgentId, 'none'),
    disposition: among(search.disposition, dispositionKeys),
    importId: idParam(search.importId),
    open: oneOfParam(search.open, ['true', 'false', 'all']),
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, applicationSorts),
    view: idParam(search.view),
    peek: idParam(search.peek),
  })
  if (read.sort === defaultSort) read.sort = undefined
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** Returns the start of the day that many days ago, counting today: 1 is today's midnight, 2 yesterday's. */
function daysAgo(days: string, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days) + 1).toISOString()
}

/** Converts the search parameters to the query of the endpoint. */
export function toListQuery(
  { view, peek, open, ...search }: ApplicationsSearch,
  now = new Date(),
): ListQuery {
  const query: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue
    if (name.endsWith('Within')) query[name.replace('Within', 'From')] = daysAgo(String(value), now)
    else query[name] ??= value
  }
  if (open && open !== 'all') query.open = open
  return query
}

/** Returns the filters, search and sort as a saved view stores them: one text for each name. */
export function toViewQuery({ view, peek, ...search }: ApplicationsSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      if (value === undefined) return []
      return [
        [name, Array.isArray(value) ? value.join(name === 'source' || name === 'tag' ? '\n' : ',') : value],
      ]
    }),
  )
}

/** Returns whether two addresses show the same rows in the same order. */
export function sameView(one: ApplicationsSearch, other: ApplicationsSearch): boolean {
  const text = (search: ApplicationsSearch) => JSON.stringify(Object.entries(toViewQuery(search)).sort())
  return text(one) === text(other)
}

/** The search parameters of the list when the address has none. */
export const allOpen = { open: 'true' } as const satisfies ApplicationsSearch
