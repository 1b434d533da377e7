import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A request that was refused before connecting. Its code says why. */
export class RefusedUrlError extends Error {
  readonly code: 'private_address' | 'not_https' | 'port_not_allowed'

  constructor(code: RefusedUrlError['code']) {
    super(code)
    this.code = code
  }
}

/** The only IPv6 block routed on the internet. Addresses outside it, such as `::127.0.0.1`, are never public. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address is public: not private, loopback, link-local, unique-local, multicast or reserved, nor
 * one of these written as IPv6.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  // Reads ::ffff:10.0.0.1 as 10.0.0.1. Other IPv4-in-IPv6 forms have ranges of their own, which are refused.
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv6 && !address.match(globalIpv6)) return false
  return address.range() === 'unicast'
}

type LookUpAll = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
) => void

/**
 * Creates a DNS lookup that succeeds only if all addresses of the name are public. It runs when connecting: a name
 * checked earlier could resolve to another address by then.
 */
export function createPublicLookup(lookUpAll: LookUpAll = lookUp): LookupFunction {
  return (hostname, options, done) => {
    lookUpAll(hostname, { all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
        return done(new RefusedUrlError('private_address'), '', 0)
      if (options.all) return done(null, found)
      done(null, found[0]!.address, found[0]!.family)
    })
  }
}
