import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What is not even tried; its code says why. */
export class NotPostedError extends Error {
  readonly code: 'private_address' | 'not_https' | 'port_not_allowed'

  constructor(code: NotPostedError['code']) {
    super(code)
    this.code = code
  }
}

/** The only block of IPv6 that is routed on the internet. What is outside it, `::127.0.0.1` included, never is. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet: neither private, loopback, link-local nor unique-local, nor one
 * of these written as IPv6, nor multicast, nor reserved.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  // Reads ::ffff:10.0.0.1 as 10.0.0.1. Other ways to write IPv4 within IPv6 are ranges of their own, and refused.
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
 * Looks a name up at the moment of connecting and answers only if all it leads to is public: what was looked up before
 * could lead elsewhere by then.
 */
export function createPublicLookup(lookUpAll: LookUpAll = lookUp): LookupFunction {
  return (hostname, options, done) => {
    lookUpAll(hostname, { all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
        return done(new NotPostedError('private_address'), '', 0)
      if (options.all) return done(null, found)
      done(null, found[0]!.address, found[0]!.family)
    })
  }
}
