import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../files/s3-file-storage.ts'

export interface S3Peer {
  settings: S3Settings
  objects: Map<string, Buffer>
  /** The received calls, such as `PUT part`. */
  calls: string[]
  /** Makes the next calls fail as a busy storage does. */
  failNext(calls: number): void
  /** Ends the next downloads after so many bytes each. */
  breakNext(afterBytes: readonly number[]): void
  stop(): Promise<void>
}

const bucket = 'files'
const accessKeyId = 'AKIATEST'
const signature =
  /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-test-1\/s3\/aws4_request, SignedHeaders=[\w;-]*host[\w;-]*, Signature=[0-9a-f]{64}$/

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/**
 * Starts a fake S3 with the calls that the server uses, and faults on demand. It requires signatures but does not
 * verify them.
 */
export async function startS3Peer(): Promise<S3Peer> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const calls: string[] = []
  let failures = 0
  let breaks: number[] = []

  function get(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
    const { range } = request.headers
    const from = range ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0
    const part = content.subarray(from)
    response.writeHead(range ? 206 : 200, {
      'content-length': part.length,
      etag: etagOf(content),
      ...(range ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
    })
    const breakAfter = breaks.shift()
    if (breakAfter === undefined) response.end(part)
    else response.write(part.subarray(0, breakAfter), () => response.destroy())
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://peer')
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    const [uploadId, part] = [url.searchParams.get('uploadId'), url.searchParams.get('partNumber')]
    const begins = url.searchParams.has('uploads')
    const what = `${request.method}${part ? ' part' : uploadId || begins ? ' upload' : key ? '' : ' bucket'}`
    calls.push(request.headers.range ? `${what} range` : what)
    const body = await buffer(request)
    if (!signature.test(request.headers.authorization ?? '') || !request.headers['x-amz-content-sha256'])
      return refuse(response, 403, 'AccessDenied')
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (failures > 0) {
      failures -= 1
      return refuse(response, 503, 'SlowDown')
    }
    if (request.method === 'HEAD') {
      const content = key ? objects.get(key) : Buffer.alloc(0)
      response.writeHead(content ? 200 : 404, content ? { 'content-length': content.length } : {}).end()
    } else if (request.method === 'GET') {
      const content = objects.get(key)
      const wanted = request.headers['if-match']
      if (!content) refuse(response, 404, 'NoSuchKey')
      else if (wanted && wanted !== etagOf(content)) refuse(response, 412, 'PreconditionFailed')
      else get(request, response, content)
    } else if (request.method === 'DELETE') {
      if (uploadId) uploads.delete(uploadId)
      else objects.delete(key)
      response.writeHead(204).end()
    } else if (begins) {
      const id = randomUUID()
      uploads.set(id, new Map())
      response.end(
        `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    } else if (part) {
      uploads.get(uploadId!)!.set(Number(part), body)
      response.setHeader('etag', etagOf(body)).end()
    } else if (uploadId) {
      const parts = [...uploads.get(uploadId)!].sort(([one], [other]) => one - other)
      objects.set(key, Buffer.concat(parts.map(([, content]) => content)))
      uploads.delete(uploadId)
      response.end(
        `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
      )
    } else {
      objects.set(key, body)
      response.setHeader('etag', etagOf(body)).end()
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    settings: {
      bucket,
      region: 'eu-test-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId, secretAccessKey: 'a secret of the tests' },
      pathStyle: true,
      prefix: 'muster/',
    },
    objects,
    calls,
    failNext(count) {
      failures = count
    },
    breakNext(afterBytes) {
      breaks = [...afterBytes]
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
