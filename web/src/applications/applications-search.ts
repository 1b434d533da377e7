import { applicationSorts } from '@muster/contract/application-filters.ts'
import { dispositionKeys } from '@muster/contract/dispositions.ts'
import type { positionStates } from '@muster/contract/positions.ts'
import { funnelTypes, statusTypeKeys } from '@muster/contract/status-types.ts'
import { idParam, listParam, mostValues, oneOfParam, searchParam, textParam } from '../ui/search-params.ts'
import type { ListQuery } from './list-query.ts'

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
 * What the address of the list says: its filters under the API's names, and, for days that move along with the
 * calendar, `createdWithin=7`. `open=all` is a list of open and closed ones that is meant so.
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
  /** Calls of ours up to the first conversation. */
  attempts?: string
  disposition?: (typeof dispositionKeys)[number][]
  importId?: string
  open?: Flag | 'all'
  q?: string
  sort?: Sort
  /** The saved view one is in. */
  view?: string
  /** The application in the drawer. */
  peek?: string
}

function splitList(value: unknown, separator: string): string[] {
  return (listParam(value, Number.POSITIVE_INFINITY) ?? [])
    .flatMap((part) => part.split(separator))
    .filter(Boolean)
}

function orNone<Value>(values: Value[]): Value[] | undefined {
  return values.length > 0 ? values.slice(0, mostValues) : undefined
}

/** Ids and fixed words: with commas, as saved views keep them, or repeated. Free text has lines instead. */
function among<Option extends string>(value: unknown, options: readonly Option[]): Option[] | undefined {
  return orNone(splitList(value, ',').flatMap((part) => oneOfParam(part, options) ?? []))
}

/** Ids, or words that stand for one. */
function idsOr(value: unknown, ...words: string[]): string[] | undefined {
  return orNone(splitList(value, ',').filter((part) => words.includes(part) || idParam(part)))
}

/** Of the years the API takes. */
function timeParam(value: unknown): string | undefined {
  const time = new Date(textParam(value) ?? '')
  const year = time.getUTCFullYear()
  return year >= 1900 && year < 3000 ? time.toISOString() : undefined
}

function daysParam(value: unknown): string | undefined {
  const days = Number(value)
  return Number.isInteger(days) && days >= 1 && days <= 3660 ? String(days) : undefined
}

/** Reads an address or a saved view; what means nothing is left out, so that an old link still opens the list. */
export function readApplicationsSearch(search: Record<string, unknown>): ApplicationsSearch {
  const read: Record<string, unknown> = {}
  for (const name of idLists) {
    read[name] = orNone(splitList(search[name], ',').filter(idParam))
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

/** The start of the day so many days ago, today being the first: 1 is since midnight, 2 since yesterday. */
function daysAgo(days: string, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days) + 1).toISOString()
}

/** What the list asks the server for. */
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

/** The filters, search and order alone, as a saved view keeps them: one text for each name. */
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

/** Whether two addresses show the same rows in the same order. */
export function sameView(one: ApplicationsSearch, other: ApplicationsSearch): boolean {
  const text = (search: ApplicationsSearch) => JSON.stringify(Object.entries(toViewQuery(search)).sort())
  return text(one) === text(other)
}

/** Where the list opens when the address says nothing. */
export const allOpen = { open: 'true' } as const satisfies ApplicationsSearch
