import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { mayFilterBy } from '@muster/contract/client-access.ts'
import type { Permission, Role } from '@muster/contract/permissions.ts'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { type ApplicationsSearch, type Dated, looksAhead } from './applications-search.ts'
import type { ListFilter, RowFilter } from './filter-options.tsx'

type Name = keyof ApplicationsSearch

interface FilterBase {
  label: MessageDescriptor
  /** Its parameters: all are removed with the chip. */
  names: readonly Name[]
  /** Without this permission there are no options. */
  permission?: Permission
}

/** A filter the user can add: with several values, with a date range, or a flag. Only links set the other kinds. */
export type Filter = FilterBase &
  (
    | { kind: 'list'; name: ListFilter }
    | { kind: 'days'; name: `${Dated}Within` }
    | {
        kind: 'choice'
        name: 'open' | 'late' | 'callbackDue' | 'neverContacted' | 'enteredByImport' | 'deleted'
        choices: Record<string, MessageDescriptor>
      }
    | { kind: 'row'; name: RowFilter }
    | { kind: 'counted' }
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
    label: msg`Overdue`,
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
    label: msg`Called before`,
    names: ['neverContacted'],
    choices: { true: msg`no`, false: msg`yes` },
  },
  days('created', msg`Created`),
  days('applied', msg`Applied`),
  days('contacted', msg`Last contact`),
  days('callback', msg`Callback`),
  days('spoken', msg`Conversation`),
  list('enteredType', msg`Entered status`),
  days('entered', msg`Date entered`),
  {
    kind: 'choice',
    name: 'enteredByImport',
    label: msg`Entered by import`,
    names: ['enteredByImport'],
    choices: { true: msg`yes`, false: msg`no` },
  },
  days('closed', msg`Closed`),
  list('disposition', msg`Outcome`),
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

/** Status types that links from reports set; users cannot choose them. */
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
  { kind: 'fixed', label: msg`Status`, names: ['statusId'], value: msg`selected on a board` },
  { kind: 'fixed', label: msg`Candidate`, names: ['candidateId'], value: msg`1 selected` },
  { kind: 'fixed', label: msg`Import`, names: ['importId'], value: msg`1 selected` },
  ofTypes(msg`Reached status`, 'reachedType'),
  ofTypes(msg`Left status`, 'leftType'),
  days('left', msg`Date left`),
  ofTypes(msg`Decided in status`, 'decidedType'),
  days('moved', msg`Date moved`),
  days('hired', msg({ message: 'Hired', context: 'a day' })),
  days('called', msg`Called`),
  days('contactMade', msg`Reached by phone`),
  days('firstCalled', msg`First called`),
  days('firstSpoken', msg`First conversation`),
  days('converted', msg`Qualified after a conversation`),
  {
    kind: 'fixed',
    label: msg`Call attempts`,
    names: ['attempts'],
    value: ({ attempts }) => formatNumber(Number(attempts)),
  },
  { kind: 'row', name: 'agentId', label: msg`Agent`, names: ['agentId', 'callAgentId'] },
  { kind: 'row', name: 'queueId', label: msg`Call queue`, names: ['queueId'] },
  { kind: 'row', name: 'campaignId', label: msg`Voice campaign`, names: ['campaignId'] },
  {
    kind: 'counted',
    label: msg`Counted`,
    names: [
      'counted',
      'countedFrom',
      'countedTo',
      'countedIn',
      'countedTimezone',
      'countedReached',
      'countedDays',
      'countedValueFrom',
      'countedValueTo',
    ],
  },
  { kind: 'fixed', label: msg`Source`, names: ['sourceless'], value: msg`none` },
  { kind: 'fixed', label: msg`Openings`, names: ['fillsOpening'], value: msg`filled` },
  { kind: 'fixed', label: msg`Position`, names: ['positionState'], value: msg`open` },
]

/** Returns whether the role may use the filter. */
export function isForRole({ names }: Filter, role: Role): boolean {
  return names.every((name) => mayFilterBy(role, name.replace(/Within$/, 'From')))
}

/** Returns the active filters in the order of their chips. */
export function activeFilters(search: ApplicationsSearch): Filter[] {
  return [...filters, ...linkedFilters].filter(
    ({ names }) =>
      names.some((name) => search[name] !== undefined) && !(names[0] === 'open' && search.open === 'all'),
  )
}

const pastChoices: Record<string, MessageDescriptor> = {
  1: msg`today`,
  2: msg`since yesterday`,
  7: msg`last 7 days`,
  14: msg`last 14 days`,
  30: msg`last 30 days`,
  90: msg`last 90 days`,
}

const futureChoices: Record<string, MessageDescriptor> = {
  1: msg`today`,
  2: msg`today or tomorrow`,
  7: msg`next 7 days`,
  14: msg`next 14 days`,
  30: msg`next 30 days`,
}

/** Returns the ranges of days that are offered, by their number of days. */
export function dayChoices({ name }: Filter & { kind: 'days' }): Record<string, MessageDescriptor> {
  return looksAhead(name) ? futureChoices : pastChoices
}

/** Describes a date range: "last 7 days", "1 Nov to 8 Nov", "from 1 Nov". */
export function daysLabel(search: ApplicationsSearch, filter: Filter & { kind: 'days' }): string {
  const [within, from, to] = filter.names.map((name) => search[name] as string | undefined)
  if (within) {
    const known = dayChoices(filter)[within]
    if (known) return t(known)
    return looksAhead(filter.name)
      ? plural(Number(within), { one: 'next # day', other: 'next # days' })
      : plural(Number(within), { one: 'last # day', other: 'last # days' })
  }
  // The end is exclusive: midnight means until the day before.
  const last = to && formatDay(new Date(Date.parse(to) - 1))
  const first = from && formatDay(from)
  if (first && last) return first === last ? last : t`${first} to ${last}`
  return first ? t`from ${first}` : last ? t`to ${last}` : ''
}

/** Removes a filter. Without the open filter the list explicitly shows open and closed applications. */
export function withoutFilter(search: ApplicationsSearch, { names }: Filter): ApplicationsSearch {
  const rest = { ...search }
  for (const name of names) delete rest[name]
  return { ...rest, open: rest.open ?? 'all' }
}

/** Removes all filters and the search; the open filter stays. */
export function withoutFilters({ sort, open }: ApplicationsSearch): ApplicationsSearch {
  return { sort, open: open === 'true' ? 'true' : 'all' }
}
