import type { Route } from '../http/handler.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { applyPendingFacts } from './apply-pending-facts.ts'

interface Reading {
  actor: Actor
  services: Services
}

/** How long a request may wait for a workspace's facts after an upgrade. */
const buildWithinMs = 5_000

/** Makes a route derive pending facts first, so that its answer counts everything committed before the call. */
export function readsFacts(route: Route, needsFacts: (input: never) => boolean = () => true): Route {
  const { before, stream } = route
  const apply = async ({ services, actor, ...input }: Reading) => {
    if (needsFacts(input as never)) await applyPendingFacts(services.db, actor.workspaceId, buildWithinMs)
  }
  return {
    ...route,
    before: async (context: Reading) => {
      await before?.(context)
      await apply(context)
    },
    ...(stream && {
      stream: async (context: Reading, request, reply) => {
        await apply(context)
        return stream(context, request, reply)
      },
    }),
  } as Route
}
