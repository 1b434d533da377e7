import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anyone, anyone signed in, or those with a right. */
export type Access = 'public' | 'signed-in' | Permission

/** What a user may have to do after signing in: replace a password they did not choose, set up a required second factor. */
export type SignInStep = 'password' | 'second-factor'

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** The name of the handler, of its file and of the operation in OpenAPI. */
  name: string
  tag: string
  summary: string
  method: Method
  /** The same call is also taken as PUT: fields that are left out stay as they are. */
  alsoPut?: boolean
  /** Below `/api/v1`, with `{param}` places and a trailing slash, which callers may leave out. */
  path: string
  permission: Access
  /** A call for anyone signed in that an API key may make too; others of that kind are a person's own. */
  forKeys?: boolean
  /** May be called while the caller still has to take one of these steps, before which they can do nothing else. */
  before?: readonly SignInStep[]
  params?: Params
  query?: Query
  body?: Body
  /** The call takes multipart/form-data with one file in this field. */
  file?: { field: string; maxBytes: number }
  /** The answer carries a secret: it is kept nowhere, so a repeat of the call is told that it was done. */
  showsSecret?: boolean
  /** Left out where the answer has no body (204) or is a stream. */
  response?: Response
  /** The answer is a stream of this content type, not JSON. */
  streams?: string
  status?: 200 | 201 | 202 | 204
  /** Codes beyond those every call can answer. */
  errors?: readonly ErrorCode[]
}

/** Declares one call of the API; the server, the web app, the tests and OpenAPI all read it from here. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(declaration: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return declaration
}

// biome-ignore lint/suspicious/noExplicitAny: any endpoint, whatever it takes and gives
export type AnyEndpoint = Endpoint<any, any, any, any>

export type ParamsOf<E extends AnyEndpoint> = z.output<NonNullable<E['params']>>
export type QueryOf<E extends AnyEndpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>
export type ResponseOf<E extends AnyEndpoint> = z.input<NonNullable<E['response']>>

/** What a caller sends: before defaults are filled in and text is trimmed. */
export interface CallOf<E extends AnyEndpoint> {
  params: z.input<NonNullable<E['params']>>
  query: z.input<NonNullable<E['query']>>
  body: z.input<NonNullable<E['body']>>
}
