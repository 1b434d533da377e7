import { createCustomField } from '@muster/contract/custom-fields.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { expect } from 'vitest'
import type { TestServer, TestUser } from './test-server.ts'

export type FieldInput = CallOf<typeof createCustomField>['body']

/** Adds a custom field, of candidates and with a text unless stated otherwise. */
export async function addCustomField(
  server: TestServer,
  as: TestUser,
  input: Partial<FieldInput> & { label: string },
) {
  const body = { subject: 'candidate' as const, type: 'text' as const, ...input }
  const answer = await server.call(createCustomField, { as, body })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body
}
