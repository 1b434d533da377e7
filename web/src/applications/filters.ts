import type { Permission } from '@muster/contract/permissions.ts'
import { formatDay } from '../ui/format.ts'
import type { ApplicationsSearch, Dated } from './applications-search.ts'
import type { ListFilter } from './filter-options.tsx'

type Name = keyof ApplicationsSearch

interface FilterBase {
  label: string
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
        choices: Record<string, string>
      }
    | { kind: 'fixed'; value: string }
  )

function list(name: ListFilter, label: string, permission?: Permission): Filter {
  return { kind: 'list', name, label, names: [name], permission }
}

function days(of: Dated, label: string): Filter {
  return { kind: 'days', name: `${of}Within`, label, names: [`${of}Within`, `${of}From`, `${of}To`] }
}

/** The filters in the order they are offered. */
export const filters: readonly Filter[] = [
  list('positionId', 'Position', 'positions:read'),
  list('statusType', 'Status'),
  list('ownerId', 'Owner', 'users:read'),
  list('source', 'Source'),
  list('tag', 'Tag'),
  list('companyId', 'Company', 'companies:read'),
  list('pipelineId', 'Pipeline', 'pipelines:read'),
  {
    kind: 'choice',
    name: 'open',
    label: 'State',
    names: ['open'],
    choices: { true: 'open', false: 'closed' },
  },
  { kind: 'choice', name: 'late', label: 'Late', names: ['late'], choices: { true: 'yes', false: 'no' } },
  {
    kind: 'choice',
    name: 'callbackDue',
    label: 'Callback due',
    names: ['callbackDue'],
    choices: { true: 'yes', false: 'no' },
  },
  {
    kind: 'choice',
    name: 'neverContacted',
    label: 'Ever called',
    names: ['neverContacted'],
    choices: { true: 'no', false: 'yes' },
  },
  days('created', 'Created'),
  days('applied', 'Applied'),
  days('contacted', 'Last contact'),
  days('spoken', 'Spoken with'),
  list('enteredType', 'Entered'),
  days('entered', 'Entered it'),
  days('closed', 'Closed'),
  list('disposition', 'Ended as'),
  list('reasonId', 'Reason'),
  { kind: 'choice', name: 'deleted', label: 'Deleted', names: ['deleted'], choices: { true: 'yes' } },
]

/** Filters that only links set, such as "the applications of this import". */
const linkedFilters: readonly Filter[] = [
  { kind: 'fixed', label: 'Status', names: ['statusId'], value: 'chosen on a board' },
  { kind: 'fixed', label: 'Candidate', names: ['candidateId'], value: 'one person' },
  { kind: 'fixed', label: 'Import', names: ['importId'], value: 'of one file' },
]

/** Those in the address, in the order of their chips. */
export function activeFilters(search: ApplicationsSearch): Filter[] {
  return [...filters, ...linkedFilters].filter(
    ({ names }) =>
      names.some((name) => search[name] !== undefined) && !(names[0] === 'open' && search.open === 'all'),
  )
}

export const dayChoices: Record<string, string> = {
  1: 'today',
  2: 'since yesterday',
  7: 'within 7 days',
  14: 'within 14 days',
  30: 'within 30 days',
  90: 'within 90 days',
}

/** A span of days in words: "within 7 days", "1 Nov to 8 Nov", "from 1 Nov". */
export function daysLabel(search: ApplicationsSearch, filter: Filter & { kind: 'days' }): string {
  const [within, from, to] = filter.names.map((name) => search[name] as string | undefined)
  if (within) return dayChoices[within] ?? `within ${within} days`
  // The end itself is not included any more: to midnight is to the day before.
  const last = to && formatDay(new Date(Date.parse(to) - 1))
  if (from && last) return formatDay(from) === last ? last : `${formatDay(from)} to ${last}`
  return from ? `from ${formatDay(from)}` : last ? `to ${last}` : ''
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
