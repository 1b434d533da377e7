import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { AppError } from './app-error.ts'

const togetherMs = 60_000
const mostApart = 10_000

interface Repeated {
  actor: Actor
  call: string
  ip: string
  times: number
  until: number
}

export interface Denials {
  note(error: unknown, request: FastifyRequest): Promise<void>
  /** Writes what was only counted so far. */
  stop(): Promise<void>
}

/**
 * Writes into the audit log what somebody was refused for want of a right. The first of a person and call is written at
 * once; those that follow within a minute, as of a program that goes on trying, are counted and written as one.
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
    // A database that is away has been noticed elsewhere.
    writeRepeated(({ until }) => until <= performance.now()).catch(() => {})
  }, togetherMs)
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
      const first: Repeated = { actor, call, ip, times: 0, until: performance.now() + togetherMs }
      try {
        if (known) await writeRepeated((one) => one === known)
        if (repeated.size >= mostApart) await writeRepeated(() => true)
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
