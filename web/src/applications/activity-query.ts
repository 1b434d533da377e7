import type { activityKinds } from '@muster/contract/activity-logs.ts'

/** What the timeline can be narrowed to. */
export const activityFilters = {
  all: { label: 'All', kinds: undefined },
  comments: { label: 'Comments', kinds: ['comment'] },
  calls: { label: 'Calls', kinds: ['call'] },
  moves: { label: 'Moves', kinds: ['created', 'imported', 'moved', 'disposition', 'reopened', 'reverted'] },
  changes: { label: 'Changes', kinds: ['edited', 'file', 'email', 'deleted', 'restored'] },
} as const satisfies Record<string, { label: string; kinds?: readonly (typeof activityKinds)[number][] }>

export type ActivityFilter = keyof typeof activityFilters

export const activityFilterKeys = Object.keys(activityFilters) as ActivityFilter[]

/** What the timeline asks for: an application's history, or the kinds of entries it is narrowed to. */
export function activityInput(id: string, filter: ActivityFilter) {
  const { kinds } = activityFilters[filter]
  return { params: { id }, query: kinds ? { kind: [...kinds] } : {} }
}
