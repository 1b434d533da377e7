import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { mayFilterBy } from '@muster/contract/client-access.ts'
import type { Permission, Role } from '@muster/contract/permissions.ts'
import { statusTypeLabels } from '../texts/contract-words.ts'
import { formatDay, formatNumber } from '../ui/format.ts'
import type { ApplicationsSearch, Dated } from './applications-search.ts'
import type { ListFilter } from './filter-options.tsx'

type Name = keyof ApplicationsSearch

interface FilterBase {
  label: MessageDescriptor
  /** The parameters that make it up: all are dropped with its chip. */
  names: readonly Name[]
  /** Without this right there is nothing to choose from. */
  permission?: Permission
}

/** A filter one can add: of several values, of days, or set and done. */
export type Filter = FilterBase &
  (
    | { kind: 'list'; name: ListFilter }
    | { kind: 'days'; name: `${Dated}Within` }
    | {
        kind: 'choice'
        name: 'open' | 'late' | 'callbackDue' | 'neverContacted' | 'deleted'
        choices: Record<string, MessageDescriptor>
      }
    | { kind: 'fixed'; value: MessageDescriptor | ((search: ApplicationsSearch) => string) }
  )

function list(name: ListFilter, label: MessageDescriptor, permission?: Permission): Filter {
  return { kind: 'list', name, label, names: [name], permission }
}

function days(of: Dated, label: MessageDescriptor): Filter {
  return { kind: 'days', name: `${of}Within`, label, names: [`${of}Within`, `${of}From`, `${of}To`] }
}

/** The filters in the order they are offered. */
export const filters: readonly Filter[] = [
  list('positionId', msg`Position`, 'positions:read'),
  list('statusType', msg`Status`),
  list('ownerId', msg`Owner`, 'users:read'),
  list('source', msg`Source`),
  list('tag', msg`Tag`),
  list('companyId', msg`Company`, 'companies:read'),
  list('pipelineId', msg`Pipeline`, 'pipelines:read'),
  {
    kind: 'choice',
    name: 'open',
    label: msg`State`,
    names: ['open'],
    choices: { true: msg`open`, false: msg`closed` },
  },
  {
    kind: 'choice',
    name: 'late',
    label: msg`Late`,
    names: ['late'],
    choices: { true: msg`yes`, false: msg`no` },
  },
  {
    kind: 'choice',
    name: 'callbackDue',
    label: msg`Callback due`,
    names: ['callbackDue'],
    choices: { true: msg`yes`, false: msg`no` },
  },
  {
    kind: 'choice',
    name: 'neverContacted',
    label: msg`Ever called`,
    names: ['neverContacted'],
    choices: { true: msg`no`, false: msg`yes` },
  },
  days('created', msg`Created`),
  days('applied', msg`Applied`),
  days('contacted', msg`Last contact`),
  days('spoken', msg`Spoken with`),
  list('enteredType', msg`Entered`),
  days('entered', msg`Entered it`),
  days('closed', msg`Closed`),
  list('disposition', msg`Ended as`),
  list('reasonId', msg`Reason`),
  {
    kind: 'choice',
    name: 'deleted',
    label: msg`Deleted`,
    names: ['deleted'],
    permission: 'applications:delete',
    choices: { true: msg`yes` },
  },
]

/** Types a report names, which nobody chooses by hand. */
function ofTypes(label: MessageDescriptor, name: 'reachedType' | 'leftType' | 'decidedType'): Filter {
  const value = (search: ApplicationsSearch) =>
    [search[name] ?? []]
      .flat()
      .map((type) => t(statusTypeLabels[type]))
      .join(', ')
  return { kind: 'fixed', label, names: [name], value }
}

/** Filters that only links set, such as "the applications of this import". */
const linkedFilters: readonly Filter[] = [
  { kind: 'fixed', label: msg`Status`, names: ['statusId'], value: msg`chosen on a board` },
  { kind: 'fixed', label: msg`Candidate`, names: ['candidateId'], value: msg`one person` },
  { kind: 'fixed', label: msg`Import`, names: ['importId'], value: msg`of one file` },
  ofTypes(msg`Came to`, 'reachedType'),
  ofTypes(msg`Left`, 'leftType'),
  days('left', msg`Left it`),
  ofTypes(msg`Decided in`, 'decidedType'),
  days('moved', msg`Moved`),
  days('hired', msg({ message: 'Hired', context: 'a day' })),
  days('called', msg`Called`),
  days('contactMade', msg`Reached by phone`),
  days('firstCalled', msg`First called`),
  days('firstSpoken', msg`First spoken with`),
  days('converted', msg`Spoken with, then qualified`),
  {
    kind: 'fixed',
    label: msg`Calls until then`,
    names: ['attempts'],
    value: ({ attempts }) => formatNumber(Number(attempts)),
  },
  { kind: 'fixed', label: msg`Agent`, names: ['agentId', 'callAgentId'], value: msg`as in the report` },
  { kind: 'fixed', label: msg`Source`, names: ['sourceless'], value: msg`none` },
  { kind: 'fixed', label: msg`Openings`, names: ['fillsOpening'], value: msg`filled` },
  { kind: 'fixed', label: msg`Position`, names: ['positionState'], value: msg`open` },
]

/** Whether the server takes the filter from somebody of the role. */
export function isForRole({ names }: Filter, role: Role): boolean {
  return names.every((name) => mayFilterBy(role, name.replace(/Within$/, 'From')))
}

/** Those in the address, in the order of their chips. */
export function activeFilters(search: ApplicationsSearch): Filter[] {
  return [...filters, ...linkedFilters].filter(
    ({ names }) =>
      names.some((name) => search[name] !== undefined) && !(names[0] === 'open' && search.open === 'all'),
  )
}

export const dayChoices: Record<string, MessageDescriptor> = {
  1: msg`today`,
  2: msg`since yesterday`,
  7: msg`within 7 days`,
  14: msg`within 14 days`,
  30: msg`within 30 days`,
  90: msg`within 90 days`,
}

/** A span of days in words: "within 7 days", "1 Nov to 8 Nov", "from 1 Nov". */
export function daysLabel(search: ApplicationsSearch, filter: Filter & { kind: 'days' }): string {
  const [within, from, to] = filter.names.map((name) => search[name] as string | undefined)
  if (within) {
    const known = dayChoices[within]
    return known ? t(known) : plural(Number(within), { one: 'within # day', other: 'within # days' })
  }
  // The end itself is not included any more: to midnight is to the day before.
  const last = to && formatDay(new Date(Date.parse(to) - 1))
  const first = from && formatDay(from)
  if (first && last) return first === last ? last : t`${first} to ${last}`
  return first ? t`from ${first}` : last ? t`to ${last}` : ''
}

/** The address without a filter. Without the one of open or closed it is a list of both that is meant so. */
export function withoutFilter(search: ApplicationsSearch, { names }: Filter): ApplicationsSearch {
  const rest = { ...search }
  for (const name of names) delete rest[name]
  return { ...rest, open: rest.open ?? 'all' }
}

/** The address without any filter or search; one stays among the open ones. */
export function withoutFilters({ sort, open }: ApplicationsSearch): ApplicationsSearch {
  return { sort, open: open === 'true' ? 'true' : 'all' }
}
