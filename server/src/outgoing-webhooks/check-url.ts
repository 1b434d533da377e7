import { isIP } from 'node:net'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import { formatPortRanges, isPortAllowed } from '../config/webhook-ports.ts'
import { isPublicAddress } from './public-address.ts'

const privateHosts = /(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/

/**
 * Refuses a URL that can never work. Where its host resolves to is checked on each delivery, as DNS can change.
 * @throws VALIDATION
 */
export function checkUrl(config: Config, text: string): void {
  const url = new URL(text)
  if (url.username || url.password)
    throw invalid('url', t`Remove the user name and password. Requests are signed instead.`)
  const { webhookPorts } = config
  if (!isPortAllowed(url, webhookPorts))
    throw invalid('url', t`Webhooks can only use ports ${formatPortRanges(webhookPorts)}. Change the port.`)
  if (config.privateWebhooks) return
  if (url.protocol !== 'https:') throw invalid('url', t`Enter a URL that begins with https://`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? !isPublicAddress(host) : privateHosts.test(host))
    throw invalid('url', t`This URL points to a private network`)
}
