import type { Route } from '../http/handler.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { applyPendingFacts } from './apply-pending-facts.ts'

interface Reading {
  actor: Actor
  services: Services
}

/** What a request may wait for the facts of a workspace after an upgrade. */
const buildWithinMs = 5_000

/** A route whose answer counts facts: what was committed before the call is among them. */
export function readsFacts(route: Route, isAsked: (input: never) => boolean = () => true): Route {
  const { before, stream } = route
  const apply = async ({ services, actor, ...input }: Reading) => {
    if (isAsked(input as never)) await applyPendingFacts(services.db, actor.workspaceId, buildWithinMs)
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
