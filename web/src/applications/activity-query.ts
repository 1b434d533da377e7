import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { activityKinds } from '@muster/contract/activity-logs.ts'

interface Filter {
  label: MessageDescriptor
  /** Said where there is nothing of it. */
  none: MessageDescriptor
  kinds?: readonly (typeof activityKinds)[number][]
}

/** What the timeline can be narrowed to. */
export const activityFilters = {
  all: { label: msg`All`, none: msg`Nothing happened yet.` },
  comments: { label: msg`Comments`, none: msg`No comments yet.`, kinds: ['comment'] },
  calls: { label: msg`Calls`, none: msg`No calls yet.`, kinds: ['call'] },
  moves: {
    label: msg`Moves`,
    none: msg`No moves yet.`,
    kinds: ['created', 'imported', 'moved', 'disposition', 'reopened', 'reverted'],
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

/** What the timeline asks for: an application's history, or the kinds of entries it is narrowed to. */
export function activityInput(id: string, filter: ActivityFilter) {
  const kinds = kindsOf(filter)
  return { params: { id }, query: kinds ? { kind: [...kinds] } : {} }
}

/** How many entries a filter leaves, of the counts by kind. */
export function countOf(filter: ActivityFilter, counts: Record<string, number>): number {
  const kinds = kindsOf(filter) ?? Object.keys(counts)
  return kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
}
