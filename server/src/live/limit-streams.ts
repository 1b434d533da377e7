import type { ServerResponse } from 'node:http'
import { t } from '#texts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { personOf } from '../session/count-call.ts'

const retryAfterSeconds = 60

/** Person → their open streams on this node. */
const openOf = new WeakMap<Services, Map<string, number>>()

/**
 * Counts a stream of a person on this node until its response is closed. One too many is refused rather than the oldest
 * ended: whoever was ended would come back and end another. A browser has one for all its tabs.
 * @throws RATE_LIMITED
 */
export function takeStream(services: Services, actor: Actor, response: ServerResponse): void {
  const open = openOf.get(services) ?? new Map<string, number>()
  openOf.set(services, open)
  const person = personOf(actor)
  const { streamsPerPerson } = services.config
  const count = open.get(person) ?? 0
  if (count >= streamsPerPerson)
    throw new AppError(
      'RATE_LIMITED',
      t`You follow live events in ${streamsPerPerson} places already, which is the limit. Close one of them.`,
      { retryAfterSeconds },
    )
  // A response that is closed already would never be counted down.
  if (response.destroyed) return
  open.set(person, count + 1)
  response.once('close', () => {
    const left = open.get(person)! - 1
    if (left > 0) open.set(person, left)
    else open.delete(person)
  })
}
