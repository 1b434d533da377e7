import { readFileSync } from 'node:fs'
import { createComment } from '@muster/contract/activity-logs.ts'
import { createApiKey } from '@muster/contract/api-keys.ts'
import { createApplication, listApplications, updateApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { createCandidate, listCandidates, updateCandidate } from '@muster/contract/candidates.ts'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import type { AnyEndpoint, CallOf } from '@muster/contract/endpoint.ts'
import { setGoal } from '@muster/contract/goals.ts'
import { createOutgoingWebhook, replayWebhook } from '@muster/contract/outgoing-webhooks.ts'
import { createPosition, getPosition } from '@muster/contract/positions.ts'
import { search } from '@muster/contract/search.ts'
import { setSourceCost } from '@muster/contract/source-costs.ts'

/** What the calls below answer, as a test has recorded it: `UPDATE_ANSWERS=yes` records anew. */
export const answersFile = new URL('openapi-answers.json', import.meta.url)

/** The IDs of rows in examples. A test replaces each by the row that an earlier example made. */
export const exampleIds = {
  company: '0199b2f0-5a10-7c3e-8f21-6d0c4b7e1a01',
  position: '0199b2f0-5a10-7c3e-8f21-6d0c4b7e1a02',
  status: '0199b2f0-5a10-7c3e-8f21-6d0c4b7e1a03',
  candidate: '0199b2f0-5a10-7c3e-8f21-6d0c4b7e1a04',
  application: '0199b2f0-5a10-7c3e-8f21-6d0c4b7e1a05',
  webhook: '0199b2f0-5a10-7c3e-8f21-6d0c4b7e1a06',
}

const { company, position, status, candidate, application, webhook } = exampleIds

interface Example {
  endpoint: AnyEndpoint
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Checks an example against the types of its endpoint. */
function example<E extends AnyEndpoint>(endpoint: E, call: Partial<CallOf<E>>): Example {
  return { endpoint, ...call }
}

/** Calls that OpenAPI shows, in an order in which they succeed in a new workspace. */
export const examples: readonly Example[] = [
  example(createCompany, { body: { name: 'Norvik Logistics', website: 'https://norvik.example' } }),
  example(listCompanies, { query: { q: 'norvik', limit: 10 } }),
  example(createPosition, { body: { name: 'Welder', companyId: company, openings: 3, location: 'Oslo' } }),
  example(getPosition, { params: { id: position } }),
  example(createCandidate, {
    body: {
      name: 'Ana Lima',
      email: 'ana.lima@example.com',
      phone: '+1 312 555 0148',
      tags: ['night shift'],
    },
  }),
  example(updateCandidate, { params: { id: candidate }, body: { location: 'Bergen', version: 1 } }),
  example(listCandidates, { query: { updatedSince: '2026-01-12T09:30:00.000Z', limit: 200 } }),
  example(createApplication, { body: { candidateId: candidate, positionId: position, source: 'A fair' } }),
  example(moveApplications, {
    params: { id: position },
    body: { applicationIds: [application], toStatusId: status },
  }),
  example(updateApplication, { params: { id: application }, body: { tags: ['CDL-A'] } }),
  example(listApplications, { query: { positionId: [position], sort: '-updatedAt' } }),
  example(createComment, { params: { id: application }, body: { body: 'Can start on **Monday**.' } }),
  example(logCall, { body: { applicationId: application, endReason: 'no_answer' } }),
  example(setGoal, {
    body: { positionId: position, measure: 'submitted', period: 'month', target: 20, version: null },
  }),
  example(setSourceCost, {
    body: {
      source: 'A fair',
      month: '2026-01',
      amount: { minor: 120_000, currency: 'EUR' },
      version: null,
    },
  }),
  example(search, { query: { q: 'ana' } }),
  example(createApiKey, {
    body: { name: 'Warehouse', permissions: ['applications:read', 'candidates:read'], expiresAt: null },
  }),
  example(createOutgoingWebhook, {
    body: { url: 'https://hooks.example.com/muster', events: ['application.moved', 'candidate.erased'] },
  }),
  example(replayWebhook, {
    params: { id: webhook },
    body: { from: '2026-01-12T09:00:00Z', to: '2026-01-12T10:00:00Z' },
  }),
]

const byName = new Map(examples.map((one) => [one.endpoint.name, one]))

/** Returns the example of an endpoint, if it has one. */
export function exampleOf({ name }: AnyEndpoint): Example | undefined {
  return byName.get(name)
}

let answers: Record<string, unknown> | undefined

/** Returns what an endpoint's example answers, if it has one. */
export function exampleAnswerOf({ name }: AnyEndpoint): unknown {
  answers ??= JSON.parse(readFileSync(answersFile, 'utf8')) as Record<string, unknown>
  return answers[name]
}
