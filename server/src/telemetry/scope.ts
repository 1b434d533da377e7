import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { Telemetry } from './telemetry.ts'

/** The current request or job, and its cost so far. */
export interface Scope {
  telemetry: Telemetry
  /** The name of the endpoint or job. */
  name: string
  requestId: string
  traceId: string | null
  /** The parent span of its statements, if traces are collected. */
  span: Span | null
  statements: number
  databaseMs: number
}

const scopes = new AsyncLocalStorage<Scope>()

export function currentScope(): Scope | undefined {
  return scopes.getStore()
}

/** Runs a function whose work counts for the scope. */
export function inScope<Result>(scope: Scope, run: () => Result): Result {
  return scopes.run(scope, run)
}
