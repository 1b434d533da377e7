import { activityLog } from '@muster/contract/activity-logs.ts'
import { createWorkspace } from '@muster/contract/admin-workspaces.ts'
import { apiKey, createApiKey } from '@muster/contract/api-keys.ts'
import {
  applicationAbilities,
  applicationDetails,
  applicationRow,
  statusRef,
} from '@muster/contract/application-row.ts'
import { login } from '@muster/contract/auth.ts'
import { call, logCall } from '@muster/contract/calls.ts'
import { candidate, getCandidate } from '@muster/contract/candidates.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { userRef } from '@muster/contract/fields.ts'
import { importStatus } from '@muster/contract/import-status.ts'
import { invitation } from '@muster/contract/invitations.ts'
import { invoice } from '@muster/contract/invoices.ts'
import { createUsers, getUser } from '@muster/contract/manage-users.ts'
import { notification } from '@muster/contract/notifications.ts'
import {
  createOutgoingWebhook,
  getWebhookDelivery,
  outgoingWebhook,
  webhookDelivery,
} from '@muster/contract/outgoing-webhooks.ts'
import { deletedRow, total } from '@muster/contract/paging.ts'
import { position, positionDetails } from '@muster/contract/positions.ts'
import { colleague } from '@muster/contract/users.ts'
import { z } from 'zod'
import { describeField } from './openapi-fields.ts'

type Json = Record<string, unknown>

const options = {
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    // The format implies the pattern, which is very long.
    if (jsonSchema.format) delete jsonSchema.pattern
    // The range of a double says nothing about the field.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  },
} as const

/** Returns a schema without references to named ones. */
export function inlineSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { ...options, io })
  return rest
}

/** Describes the properties of a schema, and of those within it, that its own definition does not describe. */
export function describeFields(schema: unknown, holder: string): void {
  if (typeof schema !== 'object' || schema === null) return
  if (Array.isArray(schema)) {
    for (const part of schema) describeFields(part, holder)
    return
  }
  for (const [key, part] of Object.entries(schema)) {
    if (key !== 'properties') {
      describeFields(part, holder)
      continue
    }
    for (const [name, property] of Object.entries<Json>(part)) {
      const description = property.description ?? describeField(name, holder)
      if (description) property.description = description
      describeFields(property, name)
    }
  }
}

const pascal = (name: string) => name[0]!.toUpperCase() + name.slice(1)

/** The schemas that clients name most. */
const known: [z.ZodType, string][] = [
  [applicationRow, 'Application'],
  [applicationDetails, 'ApplicationDetails'],
  [applicationAbilities, 'ApplicationAbilities'],
  [statusRef, 'StatusRef'],
  [candidate, 'Candidate'],
  [call, 'Call'],
  [activityLog, 'ActivityLog'],
  [colleague, 'User'],
  [importStatus, 'Import'],
  [invitation, 'Invitation'],
  [notification, 'Notification'],
  [invoice, 'Invoice'],
  [apiKey, 'ApiKey'],
  [outgoingWebhook, 'OutgoingWebhook'],
  [webhookDelivery, 'WebhookDelivery'],
  [position, 'Position'],
  [positionDetails, 'PositionDetails'],
  [userRef, 'UserRef'],
  [deletedRow, 'DeletedRow'],
  [total, 'Total'],
  [getCandidate.response!, 'CandidateDetails'],
  [getUser.response!, 'UserDetails'],
  [getWebhookDelivery.response!, 'WebhookDeliveryDetails'],
  [logCall.response!, 'CallResult'],
  [createApiKey.response!, 'NewApiKey'],
  [createOutgoingWebhook.response!, 'NewOutgoingWebhook'],
  [createWorkspace.response!, 'WorkspaceUsage'],
  [login.response!, 'Tokens'],
  [createUsers.response!, 'UserResults'],
]

/** Names the schemas of a document. A schema that several operations use is named after the first. */
function nameSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>()
  const used = new Set(['Error'])
  const add = (schema: unknown, wanted: string) => {
    if (!(schema instanceof z.ZodType) || names.has(schema)) return
    let name = wanted
    for (let n = 2; used.has(name); n += 1) name = `${wanted}${n}`
    used.add(name)
    names.set(schema, name)
  }
  for (const [schema, name] of known) add(schema, name)
  // A row is named by what is read or made of it: `getCompany` and `createCompany` return a Company.
  for (const { name, response } of endpoints) {
    const [, noun] = /^(?:create|get|log)(\w+)$/.exec(name) ?? []
    if (noun && response instanceof z.ZodObject) add(response, pascal(noun))
  }
  for (const { name, response, body } of endpoints) {
    const items = response instanceof z.ZodObject ? response.shape.items : undefined
    if (items instanceof z.ZodArray) add(items.element, `${pascal(name)}Item`)
    add(response, `${pascal(name)}Response`)
    add(body, `${pascal(name)}Body`)
  }
  return names
}

let built: { names: Map<z.ZodType, string>; schemas: Record<string, Json> } | undefined

function build() {
  if (built) return built
  const names = nameSchemas()
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    ...options,
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  })
  const plain = Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema])
  for (const [id, schema] of plain) describeFields(schema, id as string)
  built = { names, schemas: Object.fromEntries(plain) }
  return built
}

/** Returns the schemas of all answers and bodies, by name. */
export function namedSchemas(): Record<string, Json> {
  return build().schemas
}

/** Returns a reference to the schema of an answer or a body. */
export function schemaOf(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${build().names.get(schema)}` }
}
