import type { MultipartFile } from '@fastify/multipart'
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'

export interface Caller {
  requestId: string
  ip: string
  userAgent: string | null
  /** Content-Length; null for a body of unknown length. */
  bodyBytes: number | null
  /** The value of the browser's device cookie. */
  deviceToken: string | null
  /** Sets the device cookie in the response. */
  setDeviceToken(token: string): void
}

interface Input<E extends AnyEndpoint> {
  /** For a call that writes, its transaction: everything it does is committed together or not at all. */
  tx: Database
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The uploaded file; its stream must be consumed. */
  file: MultipartFile
  caller: Caller
  services: Services
  /** Runs `work` after the commit and before the response. */
  afterCommit(work: () => void): void
}

export interface Context<E extends AnyEndpoint> extends Input<E> {
  actor: Actor
}

type Answer<E extends AnyEndpoint> = E['response'] extends undefined ? undefined : ResponseOf<E>

export interface Route {
  endpoint: AnyEndpoint
  /** False for the few handlers that commit even when they refuse, such as counting a failed sign-in. */
  transaction: boolean
  /**
   * Reads many rows and may be slightly stale: it uses the replica if there is one, and few run at once per workspace.
   */
  isReport?: boolean
  /** The body is passed as raw bytes, which its signature covers. */
  raw?: boolean
  /** Runs before the transaction, with the pool as `tx`: for slow checks such as hashing a password. */
  // biome-ignore lint/suspicious/noExplicitAny: as `run`
  before?: (context: any) => Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: each handler knows its own endpoint's types
  run: (context: any) => Promise<unknown>
  stream?: (
    // biome-ignore lint/suspicious/noExplicitAny: as above
    context: any,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<unknown>
}

/** Binds a handler to its endpoint. It returns the response and throws refusals. */
export function handler<E extends AnyEndpoint>(
  endpoint: E,
  run: (context: Context<E>) => Promise<Answer<E>>,
  options: { transaction?: boolean; before?: (context: Context<E>) => Promise<void> } = {},
): Route {
  return { endpoint, run, transaction: true, ...options }
}

/** Marks a route as one that only reads, and reads many rows. */
export function asReport(route: Route): Route {
  return { ...route, isReport: true }
}

/** Like `handler`, for endpoints that anyone may call: there is no actor. */
export function publicHandler<E extends AnyEndpoint>(
  endpoint: E,
  run: (context: Input<E>) => Promise<Answer<E>>,
  options: { transaction?: boolean } = {},
): Route {
  return { endpoint, run, transaction: options.transaction ?? true }
}

/** Like `handler`, for endpoints that answer with a stream. */
export function streamHandler<E extends AnyEndpoint>(
  endpoint: E,
  stream: (context: Context<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Route {
  return { endpoint, run: async () => undefined, stream, transaction: false }
}

/**
 * Like `publicHandler`, for reports of other services: the body comes as raw bytes, and the handler sends the response
 * itself.
 */
export function webhookHandler<E extends AnyEndpoint>(
  endpoint: E,
  stream: (context: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<Answer<E>>,
): Route {
  return { endpoint, run: async () => undefined, stream, transaction: false, raw: true }
}
