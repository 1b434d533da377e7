import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { unknownAddress } from '../app-error.ts'
import type { Services } from '../services.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Serves `GET /metrics` on the server itself to clients with MUSTER_METRICS_TOKEN; for others it does not exist. */
export function mountMetrics(app: FastifyInstance, { config, telemetry }: Services): void {
  if (!config.metricsToken) return
  const expected = digest(`Bearer ${config.metricsToken}`)
  const { registry } = telemetry.metrics
  app.get('/metrics', { config: { call: 'metrics' } }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw unknownAddress()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/**
 * Serves the same on a port of its own, MUSTER_METRICS_PORT, even on nodes without a web server. Anyone who reaches the
 * port may read it.
 */
export async function serveMetrics({
  config,
  telemetry,
}: Pick<Services, 'config' | 'telemetry'>): Promise<{ port: number; stop(): Promise<void> } | null> {
  if (config.metricsPort === null) return null
  const { registry } = telemetry.metrics
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return void response.writeHead(404).end()
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      telemetry.log.error({ err: error }, 'metrics could not be collected')
      response.writeHead(500).end()
    }
  })
  server.listen(config.metricsPort, config.metricsHost)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
