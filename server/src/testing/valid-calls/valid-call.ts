import type { Furnished } from '../furnish.ts'
import type { TestUser } from '../test-server.ts'

export interface ValidCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  file?: { content: string | Buffer; name: string }
  /** Beside who calls, such as a signature. */
  headers?: Record<string, string>
}

type MakeCall = (furnished: Furnished, as: TestUser) => ValidCall

/** For each endpoint, by its name. */
export type ValidCalls = Record<string, MakeCall>

/** Of an endpoint that needs neither parameters nor a body. */
export const nothing: MakeCall = () => ({})
