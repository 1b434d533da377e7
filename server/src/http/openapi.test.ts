import { readdirSync, readFileSync } from 'node:fs'
import { endpoints } from '@muster/contract/endpoints.ts'
import { webhookEvents } from '@muster/contract/outgoing-webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Answer {
  content?: Record<string, { schema: unknown; examples?: Record<string, unknown> }>
  headers?: Record<string, unknown>
}

interface Operation {
  operationId: string
  description: string
  security?: unknown[]
  parameters: {
    name?: string
    description?: string
    in?: string
    schema?: Record<string, unknown>
    $ref?: string
  }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, Answer>
}

let server: TestServer
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, unknown>
  security: unknown
  components: {
    responses: Record<string, Answer>
    schemas: Record<string, unknown>
    securitySchemes: Record<string, unknown>
  }
}

beforeAll(async () => {
  server = await startTestServer()
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
})

afterAll(() => server?.stop())

function operation(path: string, method: string): Operation {
  return document.paths[path]![method]!
}

describe('openapi.json', () => {
  it('has every endpoint of the contract, and its PUT variant where there is one', () => {
    const missing = endpoints.filter((endpoint) => {
      const methods = document.paths[endpoint.path.replace(/\/$/, '')] ?? {}
      const found = methods[endpoint.method.toLowerCase()]
      return found?.operationId !== endpoint.name || (endpoint.alsoPut && !methods.put)
    })
    expect(missing.map((endpoint) => endpoint.name)).toEqual([])
  })

  it('names the schemas of answers and bodies', () => {
    const { schemas } = document.components
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'Application',
        'Candidate',
        'Call',
        'Company',
        'CreateCandidateBody',
        'Error',
        'User',
      ]),
    )
    const { content } = operation('/companies/{id}', 'get').responses['200']!
    expect(content!['application/json']!.schema).toEqual({ $ref: '#/components/schemas/Company' })
    const text = JSON.stringify(document)
    const missing = [...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].filter(
      ([, name]) => !schemas[name!],
    )
    expect(missing).toEqual([])
  })

  it('describes each parameter', () => {
    const without = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ parameters }) =>
        parameters.filter((one) => !one.$ref && !one.description).map(({ name }) => `${path} ${name}`),
      ),
    )
    expect(without, 'Describe these in openapi-fields.ts').toEqual([])
  })

  it('describes each property of each schema', () => {
    const without: string[] = []
    const check = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, part] of Object.entries(schema)) {
        check(part, `${at} ${key}`)
        if (key !== 'properties') continue
        for (const [name, property] of Object.entries(part))
          if (!(property as { description?: string }).description) without.push(`${at} ${name}`)
      }
    }
    check(document.components.schemas, '')
    check(document.webhooks, 'webhooks')
    expect(without, 'Describe these in openapi-fields.ts').toEqual([])
  })

  it('describes the messages of webhooks', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(webhookEvents))
  })

  it('takes API keys and access tokens', () => {
    expect(document.security).toEqual([{ apiKey: [] }, { accessToken: [] }])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey', 'accessToken'])
  })

  it('names no operation twice', () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((found) => found.operationId),
    )
    expect(names).toHaveLength(new Set(names).size)
  })

  it('describes an endpoint by the contract and the permission it needs', () => {
    const { description } = operation('/companies/{id}', 'patch')
    expect(description).toContain('Changes the fields sent; the rest stay.')
    expect(description).toContain('`companies:write`')
  })

  it('has what the contract says of an endpoint: none is described in a comment instead', () => {
    const folder = new URL('.', import.meta.resolve('@muster/contract/endpoint.ts'))
    const commented = readdirSync(folder).filter((file) =>
      /\*\/\s*export const \w+ = endpoint\(/.test(readFileSync(new URL(file, folder), 'utf8')),
    )
    expect(commented).toEqual([])
  })

  it('requires no token for public endpoints', () => {
    expect(operation('/login', 'post').security).toEqual([])
    expect(operation('/companies', 'get').security).toBeUndefined()
  })

  it('documents list parameters', () => {
    const outcome = operation('/calls', 'get').parameters.find(({ name }) => name === 'outcome')
    expect(outcome?.schema).toMatchObject({ type: 'array', items: { type: 'string' } })
  })

  it('lists the errors of a call', () => {
    const { responses } = operation('/companies/{id}', 'patch')
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

  it('lists all error codes of one status', () => {
    const { examples } = operation('/login', 'post').responses['401']!.content!['application/json']!
    expect(Object.keys(examples!)).toEqual(['UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED'])
  })

  it('has 429 and the calls left on each operation but health checks and reports of other services', () => {
    const without = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods)
        .filter(({ responses }) => !responses['429'])
        .map(() => path),
    )
    expect(new Set(without)).toEqual(new Set(['/health', '/ready']))
    const { headers } = operation('/companies', 'get').responses['200']!
    expect(Object.keys(headers!)).toEqual(['RateLimit', 'RateLimit-Policy'])
    expect(document.components.responses.RATE_LIMITED!.headers).toHaveProperty('RateLimit')
  })

  it('has 410 on each list that can be followed', () => {
    expect(operation('/candidates', 'get').responses).toHaveProperty('410')
    expect(operation('/candidates/{id}', 'get').responses).not.toHaveProperty('410')
  })

  it('takes files as multipart forms and an Idempotency-Key on writes', () => {
    const upload = operation('/uploads', 'post')
    expect(Object.keys(upload.requestBody!.content)).toEqual(['multipart/form-data'])
    expect(upload.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  })
})

describe('docs', () => {
  const read = async (path: string) => {
    const response = await fetch(server.url + path)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const linksOf = (page: string) =>
    [...page.matchAll(/(?:src|href)="([^"#]+)/g)].map(([, address]) => address!)

  it('begins with the guide, in reading order', async () => {
    for (const path of ['/api/v1/docs', '/api/v1/docs/']) {
      const { headers, text } = await read(path)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      const sections = [...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)
      expect(sections).toEqual([
        ...[
          'sign-in-with-a-key',
          'page-through-a-list',
          'follow-changes',
          'receive-webhooks',
          'write-safely',
          'use-custom-fields',
          'record-consent',
        ],
        ...['import', 'errors', 'limits', 'load-facts-into-a-warehouse'],
      ])
    }
  })

  it('has only links that lead somewhere, and no script or style of its own', async () => {
    const seen = new Set(['/favicon.svg'])
    const queue = ['/api/v1/docs']
    for (const path of queue) {
      if (seen.has(path)) continue
      seen.add(path)
      const { status, text } = await read(path)
      expect([path, status]).toEqual([path, 200])
      if (path.endsWith('.json') || path.endsWith('.css')) continue
      expect(text).not.toMatch(/<script|<style| style=| on\w+="/)
      queue.push(...linksOf(text).filter((address) => address.startsWith('/')))
    }
    expect(seen).toContain('/api/v1/docs/schemas/Application')
  })

  it('has every operation once in the reference, with its parameters and fields', async () => {
    const { text: index } = await read('/api/v1/docs/reference')
    const missing = endpoints.filter(({ name }) => !index.includes(`#${name}"`)).map(({ name }) => name)
    expect(missing).toEqual([])
    const { text } = await read('/api/v1/docs/reference/candidates')
    expect(text).toContain('<section id="listCandidates">')
    expect(text).toContain('<code>updatedSince</code>')
    expect(text).toContain('Send it as <code>cursor</code> for the next page; null on the last')
  })

  it('has each message of a webhook', async () => {
    const { text } = await read('/api/v1/docs/messages')
    for (const event of Object.keys(webhookEvents)) expect(text).toContain(`<code>${event}</code>`)
  })

  it.each(['nothing', 'schemas/Nothing', 'schemas/constructor', 'reference/nothing', 'api', 'changes/x'])(
    'has no page %s',
    async (path) => {
      expect((await read(`/api/v1/docs/${path}`)).status).toBe(404)
    },
  )

  it('shows the same document', async () => {
    expect(JSON.parse((await read('/api/v1/docs/json')).text)).toEqual(document)
  })
})
