import * as contract from '@muster/contract/health.ts'
import { publicHandler } from '../http/handler.ts'
import { pingClamd } from '../malware/clamd.ts'
import { version } from '../version.ts'

const pingMs = 1_000
/** clamd is asked at most once in this time, however many requests come. */
const cacheMs = 5_000

const pings = new Map<string, { at: number; answer: Promise<boolean> }>()

function isClamdUp(address: string): Promise<boolean> {
  let ping = pings.get(address)
  if (!ping || ping.at + cacheMs < performance.now()) {
    ping = { at: performance.now(), answer: pingClamd(address, pingMs) }
    pings.set(address, ping)
  }
  return ping.answer
}

/** A node without its scanner is still ready: it only refuses uploads. */
export const getReadiness = publicHandler(contract.getReadiness, async ({ services }) => {
  await services.readiness.assert()
  const { clamd } = services.config
  return {
    status: 'ready' as const,
    version,
    ...(clamd && {
      malwareScanner: (await isClamdUp(clamd)) ? ('ok' as const) : ('unreachable' as const),
    }),
  }
})
