import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createPublicLookup, isPublicAddress, NotPostedError } from './public-address.ts'
import { isPortAllowed, type PortRange } from './webhook-ports.ts'

/** What was answered, or why nothing was. */
export interface Posted {
  status: number | null
  /** The first kilobyte. */
  answer: string | null
  error: string | null
  durationMs: number
}

interface Options {
  /** Also to http and to addresses within the house. */
  allowPrivate: boolean
  ports: readonly PortRange[]
  lookup?: LookupFunction
  withinMs?: number
}

const mostOfAnswer = 1024
const answersWithinMs = 10_000

const wall = createPublicLookup()

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    // Leaving the loop closes the connection: nobody makes us read on.
    if (length >= mostOfAnswer) break
  }
  const text = Buffer.concat(parts).subarray(0, mostOfAnswer).toString('utf8')
  return text.replaceAll('\0', '\ufffd')
}

/** In codes, where the reason is one of ours: whoever reads the log of deliveries does so in their language. */
function explain(error: unknown): string {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return (error instanceof NotPostedError || !code ? message : `${code}: ${message}`).slice(0, 300)
}

/** @throws NotPostedError */
function assertMayPost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:') throw new NotPostedError('not_https')
  // Of a name the look-up decides; a number is connected to without one.
  if (isIP(host) && !isPublicAddress(host)) throw new NotPostedError('private_address')
}

/**
 * Posts to an address a customer chose: never to one within the house, whatever its name leads to by now, following no
 * redirects, reading no more than the start of the answer, within ten seconds. Fails without throwing.
 */
export async function post(
  to: string,
  body: string,
  headers: Record<string, string>,
  { allowPrivate, ports, lookup = wall, withinMs = answersWithinMs }: Options,
): Promise<Posted> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const url = new URL(to)
    if (!isPortAllowed(url, ports)) throw new NotPostedError('port_not_allowed')
    if (!allowPrivate) assertMayPost(url)
    const signal = AbortSignal.timeout(withinMs)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = url.protocol === 'https:' ? requestSecure : requestPlain
      request(url, {
        method: 'POST',
        // A connection of its own, so that each is looked up.
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
    return { status: null, answer: null, error: explain(error), durationMs: took() }
  }
}
