import { getStart, type StartStep } from '@muster/contract/start.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { can } from '../../session/session.ts'

/** Always read anew: what the steps say follows from other screens. */
export const startQuery = () => ({ ...endpointQuery(getStart), staleTime: 0 })

/**
 * Returns whether the dashboard gives way to the checklist: nobody has hidden it, and there is nothing to show yet.
 * A failure shows the dashboard.
 */
export async function greets(): Promise<boolean> {
  if (!can('workspace:manage')) return false
  const start = await queryClient.ensureQueryData(endpointQuery(getStart)).catch(() => null)
  return start?.isEmpty === true && start.hiddenAt === null
}

export type Step = { key: StartStep; done: boolean; count: number }
