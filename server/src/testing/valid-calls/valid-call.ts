import type { Seeded } from '../seed.ts'
import type { TestUser } from '../test-server.ts'

export interface ValidCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  file?: { content: string | Buffer; name: string }
  /** In addition to authentication, such as a signature. */
  headers?: Record<string, string>
}

type MakeCall = (seeded: Seeded, as: TestUser) => ValidCall

/** For each endpoint, by its name. */
export type ValidCalls = Record<string, MakeCall>

/** For an endpoint without parameters and body. */
export const nothing: MakeCall = () => ({})
