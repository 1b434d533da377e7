import { onTestFinished } from 'vitest'

export interface Asked {
  method: string
  /** Below `/api/v1`. */
  path: string
  query: URLSearchParams
  authorization: string | null
  body: unknown
}

/**
 * Answers the requests of modules that tests in Node load, until the test ends.
 * @param respond returns a response, or what is sent as JSON
 * @returns all requests so far
 */
export function answerRequests(respond: (asked: Asked) => unknown): Asked[] {
  const all: Asked[] = []
  const { fetch } = globalThis
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
  globalThis.fetch = async (address, { method = 'GET', headers, body } = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'https://muster.example.com')
    const asked = {
      method,
      path: pathname.replace('/api/v1', ''),
      query: searchParams,
      authorization: new Headers(headers).get('authorization'),
      body: typeof body === 'string' ? JSON.parse(body) : body,
    }
    all.push(asked)
    const answer = await respond(asked)
    return answer instanceof Response ? answer : Response.json(answer)
  }
  return all
}

/** The response of a refused request. */
export function refusal(status: number, code: string): Response {
  return Response.json({ code, message: `Refused: ${code}`, details: null }, { status })
}
