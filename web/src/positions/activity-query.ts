import type { activityKinds } from '@muster/contract/activity-logs.ts'

export type ActivityFilter = 'all' | 'moves' | 'comments' | 'calls'

export const activityFilters = ['moves', 'comments', 'calls'] as const satisfies readonly ActivityFilter[]

const kinds: Record<ActivityFilter, (typeof activityKinds)[number][] | undefined> = {
  all: undefined,
  moves: ['created', 'imported', 'moved', 'disposition', 'reopened', 'reverted'],
  comments: ['comment'],
  calls: ['call'],
}

/** Returns the input of `listPositionActivity`. */
export function activityQuery(positionId: string, filter: ActivityFilter) {
  return { params: { id: positionId }, query: { limit: 20, kind: kinds[filter]?.join() } }
}
