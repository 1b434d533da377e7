import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { Telemetry } from './telemetry.ts'

/** The request or job that is being worked on, and what it has cost so far. */
export interface Scope {
  telemetry: Telemetry
  /** The endpoint's or the job's name. */
  name: string
  requestId: string
  traceId: string | null
  /** What statements belong to, where traces are taken. */
  span: Span | null
  statements: number
  databaseMs: number
}

const scopes = new AsyncLocalStorage<Scope>()

export function currentScope(): Scope | undefined {
  return scopes.getStore()
}

/** Runs a function of which everything counts for the scope. */
export function inScope<Result>(scope: Scope, run: () => Result): Result {
  return scopes.run(scope, run)
}
