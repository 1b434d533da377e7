import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { answersFile, exampleIds, examples } from './openapi-examples.ts'

interface Operation {
  operationId: string
  parameters: { name?: string; in?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

/** Keeps what the calls answer from now on as the document's examples. */
const updates = process.env.UPDATE_ANSWERS === 'yes'

let server: TestServer
let admin: TestUser
let operations: Map<string, { method: string; path: string; operation: Operation }>
/** ID in the document → ID of the row that an example made. */
const made = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'owner', { name: 'Ines Roth' })
  const { paths } = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
  operations = new Map(
    Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { method, path, operation },
      ]),
    ),
  )
})

afterAll(() => server?.stop())

const answers: Record<string, unknown> = {}
const shownIds = new Map<string, string>()

/** Replaces what differs from run to run, each ID by the same one wherever it is. */
function asShown(text: string): unknown {
  for (const [shown, id] of made) shownIds.set(id, shown)
  return JSON.parse(
    text
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        const next = (0x1a10 + shownIds.size).toString(16)
        if (!shownIds.has(id)) shownIds.set(id, `0199b2f0-5a10-7c3e-8f21-6d0c4b7e${next}`)
        return shownIds.get(id)!
      })
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '2026-01-12T09:30:00.000Z')
      .replaceAll(admin.email, 'ines.roth@example.com')
      .replace(/"(mk_|whsec_)[^"]*"/g, '"$1…"')
      .replace(
        /"callable":\{([^{}]|\{[^}]*\})*\}/g,
        '"callable":{"may":true,"quiet":false,"reason":null,"closed":null,"opens":null,"localTime":"14:05","timezone":"America/Chicago"}',
      )
      .replace(
        /"expected":\d+,"daysOver":\d+,"days":\d+,"state":"\w+"/g,
        '"expected":6,"daysOver":7,"days":22,"state":"behind"',
      )
      .replace(/"seconds":[\d.e-]+/g, '"seconds":86400')
      .replace(/"hint":"[^"]*"/g, '"hint":"PVWg"')
      .replace(/"nextCursor":"[^"]*"/g, '"nextCursor":"eyJ…"'),
  )
}

function withMadeIds(text: string): string {
  return [...made].reduce((result, [shown, id]) => result.replaceAll(shown, id), text)
}

/** Sends an operation with the examples of its parameters and body, as the document has them. */
async function sendExample(name: string) {
  const { method, path, operation } = operations.get(name)!
  const shown = operation.parameters.filter(({ example }) => example !== undefined)
  const address = path.replace(/\{(\w+)\}/g, (_, key) =>
    String(shown.find((one) => one.name === key && one.in === 'path')!.example),
  )
  const query = new URLSearchParams(
    shown
      .filter((one) => one.in === 'query')
      .flatMap(({ name, example }) =>
        [example].flat().map((value): [string, string] => [name!, String(value)]),
      ),
  )
  const body = operation.requestBody?.content['application/json']?.example
  const response = await fetch(server.url + withMadeIds(`/api/v1${address}?${query}`), {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${admin.accessToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: withMadeIds(JSON.stringify(body)) } : {}),
  })
  return { operation, response, text: await response.text() }
}

describe('the examples of the OpenAPI document', () => {
  it.each(examples.map(({ endpoint }) => endpoint.name))('%s succeeds', async (name) => {
    const { operation, response, text } = await sendExample(name)
    const [success] = Object.keys(operation.responses)
    expect([response.status, text]).toEqual([Number(success), text])
    const answer = JSON.parse(text)
    const noun = /^create(?:Outgoing)?(\w+)$/.exec(name)?.[1]?.toLowerCase() as keyof typeof exampleIds
    if (noun && exampleIds[noun]) made.set(exampleIds[noun], answer.id)
    answers[name] = asShown(text)
    if (name === 'createPosition')
      made.set(
        exampleIds.status,
        answer.statuses.find(({ type }: { type: string }) => type === 'contacted').id,
      )
  })

  it('answer as the document shows', () => {
    // Some of the examples would replace the answers of all.
    expect(Object.keys(answers)).toHaveLength(examples.length)
    if (updates) writeFileSync(answersFile, JSON.stringify(answers, null, 2))
    const again = 'To record them again, run this test with UPDATE_ANSWERS=yes, then `npm run format`'
    expect(answers, again).toEqual(JSON.parse(readFileSync(answersFile, 'utf8')))
    for (const name of Object.keys(answers)) {
      const [success] = Object.values(operations.get(name)!.operation.responses) as {
        content: Record<string, { example?: unknown }>
      }[]
      expect(updates || success!.content['application/json']!.example).toEqual(updates || answers[name])
    }
  })

  it('made every row that they name', () => {
    expect([...made.keys()].sort()).toEqual(Object.values(exampleIds).sort())
  })
})
