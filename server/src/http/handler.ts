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
}

interface Input<E extends AnyEndpoint> {
  /** For a call that writes, its transaction: everything it does is kept together or not at all. */
  tx: Database
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The file of a call that takes one; its stream must be consumed. */
  file: MultipartFile
  caller: Caller
  services: Services
  /** Runs `work` once what the call did is committed, before it answers. */
  afterCommit(work: () => void): void
}

export interface Context<E extends AnyEndpoint> extends Input<E> {
  actor: Actor
}

type Answer<E extends AnyEndpoint> = E['response'] extends undefined ? undefined : ResponseOf<E>

export interface Route {
  endpoint: AnyEndpoint
  /** False for the few that commit something even when they refuse, such as counting a failed sign-in. */
  transaction: boolean
  /** It reads much and may be a little behind: from the replica where there is one, few of a workspace at once. */
  isReport?: boolean
  /** The body is handed on as its bytes, which a signature covers. */
  raw?: boolean
  /** Runs before the transaction, with the pool as `tx`: for a check that takes long, such as hashing a password. */
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

/** Binds a handler to its endpoint. What it returns is the answer; what it throws is the refusal. */
export function handler<E extends AnyEndpoint>(
  endpoint: E,
  run: (context: Context<E>) => Promise<Answer<E>>,
  options: { transaction?: boolean; before?: (context: Context<E>) => Promise<void> } = {},
): Route {
  return { endpoint, run, transaction: true, ...options }
}

/** A route that only reads, and much. */
export function asReport(route: Route): Route {
  return { ...route, isReport: true }
}

/** As `handler`, for endpoints anyone may call: there is no actor. */
export function publicHandler<E extends AnyEndpoint>(
  endpoint: E,
  run: (context: Input<E>) => Promise<Answer<E>>,
  options: { transaction?: boolean } = {},
): Route {
  return { endpoint, run, transaction: options.transaction ?? true }
}

/** As `handler`, for endpoints that answer with a stream of their own. */
export function streamHandler<E extends AnyEndpoint>(
  endpoint: E,
  stream: (context: Context<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Route {
  return { endpoint, run: async () => undefined, stream, transaction: false }
}

/** As `publicHandler`, for what other services report: the body comes as its bytes, and the call answers by itself. */
export function webhookHandler<E extends AnyEndpoint>(
  endpoint: E,
  stream: (context: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<Answer<E>>,
): Route {
  return { endpoint, run: async () => undefined, stream, transaction: false, raw: true }
}
