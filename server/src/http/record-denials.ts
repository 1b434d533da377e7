import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'

const groupMs = 60_000
const maxGroups = 10_000

interface Repeated {
  actor: Actor
  call: string
  ip: string
  times: number
  until: number
}

export interface Denials {
  note(error: unknown, request: FastifyRequest): Promise<void>
  /** Writes the pending counts. */
  stop(): Promise<void>
}

/**
 * Records denied calls in the audit log. The first of a user and endpoint is written at once; repeats within a minute,
 * as from a program that keeps trying, are counted and written as one entry.
 */
export function recordDenials(services: Services): Denials {
  const repeated = new Map<string, Repeated>()

  async function write({ actor, call, ip }: Repeated, details: object): Promise<void> {
    await recordAudit(services.db, { ...actor, action: 'access.denied', ip, details: { call, ...details } })
  }

  async function writeRepeated(isOver: (one: Repeated) => boolean): Promise<void> {
    for (const [key, one] of repeated) {
      if (!isOver(one)) continue
      repeated.delete(key)
      if (one.times > 0) await write(one, { times: one.times })
    }
  }

  const timer = setInterval(() => {
    // A database that is down is reported elsewhere.
    writeRepeated(({ until }) => until <= performance.now()).catch(() => {})
  }, groupMs)
  timer.unref()

  return {
    async note(error, request) {
      const { actor, clientAddress: ip } = request
      if (!(error instanceof AppError) || error.code !== 'FORBIDDEN' || !actor) return
      const call = request.routeOptions.config.call ?? request.routeOptions.url ?? ''
      const key = [actor.workspaceId, actor.userId, actor.apiKeyId, call].join(' ')
      const known = repeated.get(key)
      if (known && known.until > performance.now()) {
        known.times += 1
        return
      }
      const first: Repeated = { actor, call, ip, times: 0, until: performance.now() + groupMs }
      try {
        if (known) await writeRepeated((one) => one === known)
        if (repeated.size >= maxGroups) await writeRepeated(() => true)
        repeated.set(key, first)
        const { id } = (request.params ?? {}) as { id?: string }
        await write(first, { method: request.method, ...(id ? { row: id.slice(0, 60) } : {}) })
      } catch (failure) {
        request.log.error({ err: failure }, 'a denial was not logged')
      }
    },
    async stop() {
      clearInterval(timer)
      await writeRepeated(() => true).catch(() => {})
    },
  }
}
