import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, used by rate limits and the audit log; `ip` is that of the nearest peer. */
    clientAddress: string
  }
}

/** The number of proxies in front of the server, or their addresses and networks. */
export type TrustedProxies = number | readonly string[]

export interface ProxyTrust {
  /** Returns the rightmost untrusted address of a request. */
  clientAddress(request: IncomingMessage): string
  /** Tells whether the peer that sent the request is a trusted proxy, so that its own headers count. */
  trustsPeer(request: IncomingMessage): boolean
}

const withBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/
const ipv4WithPort = /^([\d.]+):\d{1,5}$/

/** Returns one spelling for each address: without port and zone, IPv4 within IPv6 as IPv4. Null for anything else. */
function readAddress(text: string | undefined): string | null {
  if (!text) return null
  const [host] = (withBrackets.exec(text)?.[1] ?? ipv4WithPort.exec(text)?.[1] ?? text).split('%')
  return isIP(host!) ? ipaddr.process(host!).toString() : null
}

/**
 * Returns the key that limits count an address by: an IPv4 address itself, an IPv6 address's /64 network. Providers
 * give a single customer a /64, so one machine can use any of its addresses.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address
}

function createTrust(proxies: TrustedProxies): (entry: string, hop: number) => boolean {
  if (proxies === 0) return () => false
  const trusts =
    typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxyAddr.compile([...proxies])
  return (entry, hop) => {
    const address = readAddress(entry)
    return address !== null && trusts(address, hop)
  }
}

/**
 * Decides whose X-Forwarded-For counts. Fastify's `trustProxy` is not used: it counts no hops, passes on any text, and
 * trusts X-Forwarded-Host and X-Forwarded-Proto too.
 */
export function createProxyTrust(proxies: TrustedProxies): ProxyTrust {
  const trusts = createTrust(proxies)
  return {
    clientAddress(request) {
      // From the peer outwards, up to the first untrusted one. If that is no address, the proxy before it counts.
      const chain = proxyAddr.all(request, trusts).map(readAddress)
      return chain.findLast((address) => address !== null) ?? ''
    },
    trustsPeer: ({ socket }) => trusts(socket.remoteAddress ?? '', 0),
  }
}

/** Sets `clientAddress` on each request. */
export function findClientAddresses(app: FastifyInstance, trust: ProxyTrust): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', (request, _, done) => {
    request.clientAddress = trust.clientAddress(request.raw)
    done()
  })
}
