import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For the request on a new connection to arrive. */
const silentForMs = 500
/** For requests under way to end, however slowly the client reads. */
const closeWithinMs = 8_000

/**
 * Makes closing the server end. Node alone waits for connections that browsers open in advance and never use, and for
 * answers that nobody reads.
 */
export function closeInTime(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of silent) socket.destroy()
    }, silentForMs).unref()
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref()
  })
}
