import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { activityKinds } from '@muster/contract/activity-logs.ts'

interface Filter {
  label: MessageDescriptor
  /** The text of the empty state. */
  none: MessageDescriptor
  kinds?: readonly (typeof activityKinds)[number][]
}

/** The filters of the timeline. */
export const activityFilters = {
  all: { label: msg`All`, none: msg`No activity yet.` },
  comments: { label: msg`Comments`, none: msg`No comments yet.`, kinds: ['comment'] },
  calls: { label: msg`Calls`, none: msg`No calls yet.`, kinds: ['call'] },
  moves: {
    label: msg`Moves`,
    none: msg`No moves yet.`,
    kinds: ['created', 'imported', 'moved', 'disposition', 'reopened', 'reverted'],
  },
  client: {
    label: msg`Client`,
    none: msg`Nothing shared with a client yet.`,
    kinds: ['shared', 'withdrawn', 'asked', 'replied'],
  },
  files: { label: msg`Files`, none: msg`No files yet.`, kinds: ['file'] },
  changes: {
    label: msg`Changes`,
    none: msg`No changes yet.`,
    kinds: ['edited', 'email', 'deleted', 'restored', 'merged', 'unmerged'],
  },
} as const satisfies Record<string, Filter>

export type ActivityFilter = keyof typeof activityFilters

export const activityFilterKeys = Object.keys(activityFilters) as ActivityFilter[]

function kindsOf(filter: ActivityFilter): Filter['kinds'] {
  return (activityFilters[filter] as Filter).kinds
}

/** Returns the input of the query: a person's history, narrowed to the kinds of the filter. */
export function activityInput(candidateId: string, filter: ActivityFilter) {
  const kinds = kindsOf(filter)
  return { params: { id: candidateId }, query: kinds ? { kind: [...kinds] } : {} }
}

/** Sums the counts by kind for a filter. */
export function countOf(filter: ActivityFilter, counts: Record<string, number>): number {
  const kinds = kindsOf(filter) ?? Object.keys(counts)
  return kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
}
