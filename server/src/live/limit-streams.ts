import type { ServerResponse } from 'node:http'
import { plural, t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { countedUser } from '../session/count-call.ts'

const retryAfterSeconds = 60

/** User → number of their open streams on this node. */
const openOf = new WeakMap<Services, Map<string, number>>()

/**
 * Counts a user's stream on this node until its response closes. One too many is refused, rather than ending the
 * oldest, which would reconnect and end another. A browser has one stream for all its tabs.
 * @throws RATE_LIMITED
 */
export function reserveStream(services: Services, actor: Actor, response: ServerResponse): void {
  const open = openOf.get(services) ?? new Map<string, number>()
  openOf.set(services, open)
  const person = countedUser(actor)
  const { streamsPerPerson } = services.config
  const count = open.get(person) ?? 0
  if (count >= streamsPerPerson)
    throw new AppError(
      'RATE_LIMITED',
      t`You already have ${plural(streamsPerPerson, { one: '# live connection', other: '# live connections' })} open, which is the limit. Close one of them.`,
      { retryAfterSeconds },
    )
  // A closed response would never be counted down.
  if (response.destroyed) return
  open.set(person, count + 1)
  response.once('close', () => {
    const left = open.get(person)! - 1
    if (left > 0) open.set(person, left)
    else open.delete(person)
  })
}
