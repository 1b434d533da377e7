import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPortAllowed, type PortRange } from '../config/webhook-ports.ts'
import { createPublicLookup, isPublicAddress, RefusedUrlError } from './public-address.ts'

export interface PostResult {
  status: number | null
  /** The first kilobyte. */
  answer: string | null
  error: string | null
  durationMs: number
}

interface Options {
  /** Also allows http and private addresses. */
  allowPrivate: boolean
  ports: readonly PortRange[]
  lookup?: LookupFunction
  withinMs?: number
}

const maxAnswerBytes = 1024
const timeoutMs = 10_000

const publicLookup = createPublicLookup()

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    // Leaving the loop closes the connection, so an endless response is cut off.
    if (length >= maxAnswerBytes) break
  }
  const text = Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8')
  return text.replaceAll('\0', '\ufffd')
}

/** Our own reasons are codes, so each reader of the delivery log sees them in their language. */
function describeError(error: unknown): string {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return (error instanceof RefusedUrlError || !code ? message : `${code}: ${message}`).slice(0, 300)
}

/** @throws RefusedUrlError */
function assertMayPost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:') throw new RefusedUrlError('not_https')
  // A host name is checked at DNS lookup. An IP address skips the lookup, so it is checked here.
  if (isIP(host) && !isPublicAddress(host)) throw new RefusedUrlError('private_address')
}

/**
 * Posts to a URL that a customer chose. Never connects to a private address, whatever the name resolves to, follows no
 * redirects, reads only the start of the response, and gives up after ten seconds. Never throws: failures are returned.
 */
export async function post(
  to: string,
  body: string,
  headers: Record<string, string>,
  { allowPrivate, ports, lookup = publicLookup, withinMs = timeoutMs }: Options,
): Promise<PostResult> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const url = new URL(to)
    if (!isPortAllowed(url, ports)) throw new RefusedUrlError('port_not_allowed')
    if (!allowPrivate) assertMayPost(url)
    const signal = AbortSignal.timeout(withinMs)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      request(url, {
        method: 'POST',
        // A new connection each time, so that each is looked up.
        agent: false,
        ...(allowPrivate ? {} : { lookup }),
        signal,
        maxHeaderSize: 16 * 1024,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      })
        .on('response', resolve)
        .on('error', reject)
        .end(body)
    })
    const answer = await readStart(response)
    return { status: response.statusCode!, answer, error: null, durationMs: took() }
  } catch (error) {
    return { status: null, answer: null, error: describeError(error), durationMs: took() }
  }
}
