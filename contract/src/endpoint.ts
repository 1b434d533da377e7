import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'
import type { Tag } from './tags.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anyone, anyone signed in, or users with a permission. */
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
  tag: Tag
  summary: string
  /** For OpenAPI, as Markdown: the input, the output and the errors. */
  description?: string
  method: Method
  /** Also accepts PUT. Fields that are left out do not change. */
  alsoPut?: boolean
  /** Below `/api/v1`, with `{param}` placeholders and a trailing slash, which callers may omit. */
  path: string
  permission: Access
  /** A `signed-in` endpoint that API keys may call too; the others are for people only. */
  forKeys?: boolean
  /** Sign-in steps that may be pending. Other endpoints are refused until the step is done. */
  before?: readonly SignInStep[]
  params?: Params
  query?: Query
  body?: Body
  /** The body is multipart/form-data with one file in this field. */
  file?: { field: string; maxBytes: number }
  /** The answer contains a secret. It is not stored, so a repeat with the same Idempotency-Key cannot return it. */
  showsSecret?: boolean
  /** Undefined if the answer has no body (204) or is a stream. */
  response?: Response
  /** The answer is a stream of this content type, not JSON. */
  streams?: string
  status?: 200 | 201 | 202 | 204
  /** Error codes beyond those of every endpoint. */
  errors?: readonly ErrorCode[]
}

/** Declares one endpoint for the server, the web app, the tests and OpenAPI. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(declaration: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return declaration
}

// biome-ignore lint/suspicious/noExplicitAny: any endpoint, with any input and response
export type AnyEndpoint = Endpoint<any, any, any, any>

export type ParamsOf<E extends AnyEndpoint> = z.output<NonNullable<E['params']>>
export type QueryOf<E extends AnyEndpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>
export type ResponseOf<E extends AnyEndpoint> = z.input<NonNullable<E['response']>>

/** What a caller sends, before defaults are set and text is trimmed. */
export interface CallOf<E extends AnyEndpoint> {
  params: z.input<NonNullable<E['params']>>
  query: z.input<NonNullable<E['query']>>
  body: z.input<NonNullable<E['body']>>
}
