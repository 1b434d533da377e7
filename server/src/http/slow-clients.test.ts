import { once } from 'node:events'
import { connect as open, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { streamEvents } from '@muster/contract/events.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { liveChannel } from '../live/announce.ts'
import { followEvents } from '../testing/follow-events.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

const timeouts = {
  headersMs: 300,
  bodyMs: 600,
  fileMs: 60_000,
  silentMs: 30_000,
  checkEveryMs: 50,
  heartbeatMs: 100,
}

let server: TestServer
let user: TestUser
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startTestServer({ config: { clientTimeouts: timeouts } })
  const { workspaceId } = await server.addWorkspace()
  user = await server.addUser(workspaceId, 'admin')
})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

afterAll(() => server?.stop())

async function dial(): Promise<Socket> {
  const { port, hostname } = new URL(server.url)
  const socket = open(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Returns what the server sends until it closes the connection, or resets it under what is still being sent. */
async function answerOn(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

/** Sends one character at a time while the connection is open. */
async function drip(socket: Socket, text: string, everyMs: number): Promise<void> {
  for (const letter of text) {
    if (!socket.writable) return
    socket.write(letter)
    await sleep(everyMs)
  }
}

const headersOf = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${user.accessToken}\r\n${more}\r\n\r\n`

describe('a slow client', () => {
  it('is refused when its headers do not end', async () => {
    const socket = await dial()
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is refused when its body only drips', async () => {
    const socket = await dial()
    socket.write(headersOf('/api/v1/companies/', 'Content-Type: application/json\r\nContent-Length: 1000'))
    void drip(socket, `{"name":"${'x'.repeat(900)}`, 20)
    expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is refused when it drips another body where a file is expected', async () => {
    const socket = await dial()
    socket.write(headersOf(addressOf(uploadFile), 'Content-Type: application/json\r\nContent-Length: 1000'))
    void drip(socket, `{"name":"${'x'.repeat(900)}`, 20)
    expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is refused when a body of unknown length only drips', async () => {
    const socket = await dial()
    const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked'
    socket.write(headersOf('/api/v1/companies/', chunked))
    void drip(socket, '1\r\n \r\n'.repeat(500), 20)
    expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 408 /)
  })

  it('may not continue sending a file for long after it was refused', async () => {
    const socket = await dial()
    const form = 'Content-Type: multipart/form-data; boundary=edge'
    socket.write(
      `POST ${addressOf(uploadFile)} HTTP/1.1\r\nHost: x\r\n${form}\r\nContent-Length: 100000\r\n\r\n`,
    )
    void drip(socket, 'x'.repeat(5_000), 20)
    expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 401 /)
  })

  it('may take longer to send a file', async () => {
    const socket = await dial()
    const body = [
      '--edge',
      'Content-Disposition: form-data; name="file"; filename="slow.txt"',
      '',
      'A résumé that comes over a slow line, a little at a time.',
      '--edge--',
      '',
    ].join('\r\n')
    socket.write(
      headersOf(
        addressOf(uploadFile),
        `Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${Buffer.byteLength(body)}`,
      ),
    )
    const answer = answerOn(socket)
    const middle = body.length / 2
    socket.write(body.slice(0, middle))
    await sleep(timeouts.bodyMs * 1.5)
    socket.write(body.slice(middle))
    expect(await answer).toMatch(/^HTTP\/1.1 201 /)
  })

  it('is disconnected when it does not read its events, while others still receive theirs', async () => {
    const stuck = await dial()
    stuck.write(
      `GET ${addressOf(streamEvents)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.accessToken}\r\n\r\n`,
    )
    await once(stuck, 'data')
    stuck.pause()
    const reader = await followEvents(server, user)
    const streams = () => new Promise<number>((tell) => server.app.server.getConnections((_, n) => tell(n)))
    const before = await streams()
    const count = 15_000
    // Each is nearly 1 kB: together more than the socket's and the server's buffers hold.
    await sql`
      with said as (
        insert into live_events (workspace_id, event)
        select ${user.workspaceId}, jsonb_build_object(
          'kind', 'applications-changed', 'actorId', null, 'positionIds', '[]'::jsonb,
          'applicationIds', (select jsonb_agg(gen_random_uuid()) from generate_series(1, 20))
        ) from generate_series(1, ${count}::int)
        returning workspace_id, id
      )
      select pg_notify(${liveChannel}, workspace_id || ' ' || id) from said`.execute(server.db)
    await reader.take(count)
    await expect.poll(streams).toBeLessThan(before)
    reader.leave()
  })

  it('is disconnected when it does not read what it missed', async () => {
    const late = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    await sql`
      insert into live_events (workspace_id, event)
      select ${late.workspaceId}, jsonb_build_object(
        'kind', 'applications-changed', 'actorId', null, 'positionIds', '[]'::jsonb,
        'applicationIds', (select jsonb_agg(gen_random_uuid()) from generate_series(1, 20))
      ) from generate_series(1, 15000)`.execute(server.db)
    const streams = () => new Promise<number>((tell) => server.app.server.getConnections((_, n) => tell(n)))
    const before = await streams()
    const stuck = await dial()
    stuck.write(
      `GET ${addressOf(streamEvents)} HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\nAuthorization: Bearer ${late.accessToken}\r\n\r\n`,
    )
    await once(stuck, 'data')
    stuck.pause()
    expect(await streams()).toBe(before + 1)
    await expect.poll(streams).toBe(before)
    // One that reads gets all of it meanwhile.
    const reader = await followEvents(server, late, '0')
    await reader.take(15_000)
    reader.leave()
  }, 60_000)
})

describe('an event stream whose reader lost access', () => {
  it('ends with the next heartbeat, and the server stays up', async () => {
    const reader = await server.addUser(user.workspaceId, 'recruiter')
    const stream = await followEvents(server, reader)
    await server.db
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .where('user_id', '=', reader.id)
      .execute()
    await stream.ended
    // A write after the end would have crashed this process.
    await sleep(timeouts.heartbeatMs * 3)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })
})
