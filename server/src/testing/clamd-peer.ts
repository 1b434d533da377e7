import { createServer, type Socket } from 'node:net'

/** The EICAR test file, built here so that no scanner flags the source. */
export const eicar = [
  'X5O!P%@AP[4',
  '\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-',
  'ANTIVIRUS-TEST-FILE!',
  '$H+H*',
].join('')

export interface ClamdPeer {
  /** The value of MUSTER_CLAMD. */
  address: string
  scanned: Buffer[]
  /** What it answers instead of scanning. Null closes the connection without an answer, undefined scans again. */
  answerWith(answer: string | null | undefined): void
  stop(): Promise<void>
}

/** Decodes the chunks of INSTREAM. Returns null until the last one is there. */
function readStream(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    if (at + 4 + length > bytes.length) return null
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

/** Starts a fake clamd on TCP, or on a Unix socket at `path`, that finds the EICAR test file. */
export async function startClamdPeer(path?: string): Promise<ClamdPeer> {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  let fixed: string | null | undefined

  function answer(socket: Socket, received: Buffer): void {
    if (received.toString('latin1') === 'zPING\0') return void socket.end('PONG\0')
    const command = Buffer.from('zINSTREAM\0')
    if (!received.subarray(0, command.length).equals(command)) return
    if (fixed !== undefined) return void socket.end(fixed ?? '')
    const file = readStream(received.subarray(command.length))
    if (!file) return
    scanned.push(file)
    socket.end(file.includes(eicar) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
  }

  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      answer(socket, received)
    })
  })
  await new Promise<void>((resolve) => {
    if (path) server.listen(path, resolve)
    else server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  return {
    address: typeof bound === 'string' ? bound : `127.0.0.1:${bound!.port}`,
    scanned,
    answerWith(answer) {
      fixed = answer
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
