import { isIP } from 'node:net'
import { t } from '#texts'
import type { Config } from '../config.ts'
import { invalid } from '../http/app-error.ts'
import { isPublicAddress } from './public-address.ts'
import { formatPortRanges, isPortAllowed } from './webhook-ports.ts'

const withinTheHouse = /(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/

/**
 * Refuses what can never work. Where a name leads is decided each time something is sent, as it can change.
 * @throws VALIDATION
 */
export function checkUrl(config: Config, text: string): void {
  const url = new URL(text)
  if (url.username || url.password)
    throw invalid('url', t`Leave out name and password: messages are signed instead`)
  const { webhookPorts } = config
  if (!isPortAllowed(url, webhookPorts))
    throw invalid(
      'url',
      t`Webhooks are only sent to the ports ${formatPortRanges(webhookPorts)}. Change the port.`,
    )
  if (config.privateWebhooks) return
  if (url.protocol !== 'https:') throw invalid('url', t`Only addresses that begin with https:// are used`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? !isPublicAddress(host) : withinTheHouse.test(host))
    throw invalid('url', t`This address leads into a private network`)
}
