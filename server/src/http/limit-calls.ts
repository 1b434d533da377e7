import rateLimit from '@fastify/rate-limit'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { networkOf } from './client-address.ts'

/** Tells whether an endpoint is limited by network address: public ones are, except health checks. */
export function isLimited(endpoint: AnyEndpoint): boolean {
  return endpoint.permission === 'public' && endpoint.method !== 'GET'
}

/**
 * Refuses a network that makes too many public calls, with 429 and Retry-After. It protects this node from floods;
 * guessing is counted in the database, for all nodes.
 */
export async function limitCalls(app: FastifyInstance, perMinute: number): Promise<void> {
  const headers = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ clientAddress }) => networkOf(clientAddress),
    addHeaders: headers,
    addHeadersOnExceeding: headers,
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('RATE_LIMITED', t`Too many requests from your network. Try again in a minute.`, {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  })
}
