import { endpoints } from '@muster/contract/endpoints.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Operation {
  operationId: string
  description: string
  security?: unknown[]
  parameters: { name?: string; in?: string; schema?: Record<string, unknown>; $ref?: string }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

let server: TestServer
let document: { openapi: string; paths: Record<string, Record<string, Operation>> }

beforeAll(async () => {
  server = await startTestServer()
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
})

afterAll(() => server?.stop())

function operation(path: string, method: string): Operation {
  return document.paths[path]![method]!
}

describe('openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('has every endpoint of the contract, also as PUT where that is taken', () => {
    const missing = endpoints.filter((endpoint) => {
      const methods = document.paths[endpoint.path] ?? {}
      const found = methods[endpoint.method.toLowerCase()]
      return found?.operationId !== endpoint.name || (endpoint.alsoPut && !methods.put)
    })
    expect(missing.map((endpoint) => endpoint.name)).toEqual([])
  })

  it('names no operation twice', () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((found) => found.operationId),
    )
    expect(names).toHaveLength(new Set(names).size)
  })

  it("describes an endpoint by the contract's comment and the right it needs", () => {
    const { description } = operation('/companies/{id}/', 'patch')
    expect(description).toContain('Changes the fields sent; the rest stay.')
    expect(description).toContain('`companies:write`')
  })

  it('asks for no token where anyone may call', () => {
    expect(operation('/login/', 'post').security).toEqual([])
    expect(operation('/companies/', 'get').security).toBeUndefined()
  })

  it('says what a list parameter takes', () => {
    const outcome = operation('/calls/', 'get').parameters.find(({ name }) => name === 'outcome')
    expect(outcome?.schema).toMatchObject({ type: 'array', items: { type: 'string' } })
  })

  it('has the errors a call can answer', () => {
    const { responses } = operation('/companies/{id}/', 'patch')
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '503',
    ])
  })

  it('takes files as multipart forms and an Idempotency-Key on writes', () => {
    const upload = operation('/uploads/', 'post')
    expect(Object.keys(upload.requestBody!.content)).toEqual(['multipart/form-data'])
    expect(upload.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  })
})

describe('docs', () => {
  it('is a page of files from here only, under the policy of every page', async () => {
    const response = await fetch(`${server.url}/api/v1/docs`)
    const page = await response.text()
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(response.headers.get('content-security-policy')).not.toContain('script-src')
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(addresses.length).toBeGreaterThan(3)
    expect(addresses.every((address) => address.startsWith('/api/v1/docs/static/'))).toBe(true)
    expect(page).not.toMatch(/<script>|<style>|style=|onload=/)
    for (const address of addresses) {
      const file = await fetch(server.url + address)
      expect(file.status).toBe(200)
      await file.body?.cancel()
    }
  })

  it('shows the same description', async () => {
    const response = await fetch(`${server.url}/api/v1/docs/json`)
    expect(await response.json()).toEqual(document)
  })
})
