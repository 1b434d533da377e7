import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { sendFile } from './seed.ts'
import { addressOf, type TestServer, type TestUser } from './test-server.ts'
import type { ValidCall } from './valid-calls/valid-call.ts'

export interface Answer {
  status: number
  text: string
}

/** Sends a call unchecked by its endpoint's types. Of an endless response only the start is read. */
export async function sendCall(
  server: TestServer,
  endpoint: AnyEndpoint,
  call: ValidCall,
  as?: TestUser,
  path?: string,
): Promise<Answer> {
  if (call.file) {
    const response = await sendFile(server, endpoint, as, call.file.content, call.file.name)
    return { status: response.status, text: await response.text() }
  }
  const endless = new AbortController()
  const response = await fetch(server.url + (path ?? addressOf(endpoint, call.params, call.query)), {
    method: endpoint.method,
    headers: {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as ? { authorization: `Bearer ${as.accessToken}` } : {}),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: endless.signal,
  })
  if (endpoint.streams === 'text/event-stream' && response.ok) {
    endless.abort()
    return { status: response.status, text: '' }
  }
  return { status: response.status, text: await response.text() }
}
