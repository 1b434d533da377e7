import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '@muster/contract/permissions.ts'
import type { Random } from '../sample/random.ts'
import { addressOf, type TestServer, type TestUser } from '../testing/test-server.ts'
import { type Known, nextOperation, type Operation } from './operations.ts'

/** What became of an operation. */
export interface Recorded {
  user: TestUser
  operation: Operation
  /** Null when no node answered: it may have happened or not. */
  status: number | null
  text: string
}

export interface ClientOptions {
  server: TestServer
  role: Role
  user: TestUser
  nodes: readonly { url: string }[]
  random: Random
  known: Known
  /** Begins the marks of what it writes. */
  name: string
  record: Recorded[]
  stopping: AbortSignal
}

const mostTries = 4
const answerWithinMs = 15_000

/** Answers of a node that could not do it now; the same call may be sent again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503])

/**
 * Does one thing after another until it is stopped, at any of the nodes. A call that is not answered is sent again, to
 * another node with the same Idempotency-Key, as a careful client does.
 */
export async function runClient(options: ClientOptions): Promise<void> {
  const { server, role, nodes, random, known, name, record, stopping } = options
  let { user } = options

  async function send({ endpoint, params, query, body }: Operation, key: string) {
    const response = await fetch(random.pick(nodes).url + addressOf(endpoint, params, query), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${user.accessToken}`,
        ...(endpoint.method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    return { status: response.status, text: await response.text() }
  }

  async function sendPatiently(operation: Operation, key: string) {
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const answer = await send(operation, key).catch(() => null)
      // A clock that jumped ends tokens early; they sign in again.
      if (answer?.status === 401) user = await server.signIn(user)
      else if (answer && !passing.has(answer.status)) return answer
      await sleep(100 * tries)
    }
    return { status: null, text: '' }
  }

  for (let count = 1; !stopping.aborted; count += 1) {
    const mark = `${name}-${count}`
    const operation = nextOperation(role, random, known, mark)
    const answer = await sendPatiently(operation, mark)
    record.push({ user, operation, ...answer })
    if (answer.status !== null && answer.status < 300 && answer.text)
      operation.learn?.(JSON.parse(answer.text) as never, known)
    await sleep(random.exponential(20))
  }
}
