import type { Config } from '../config/config.ts'
import { apiPrefix } from '../http/route.ts'

/** Returns where Twilio asks whom to dial. */
export function dialUrl({ publicUrl }: Pick<Config, 'publicUrl'>, workspaceId: string): string {
  return `${publicUrl.replace(/\/$/, '')}${apiPrefix}/webhooks/browser-calls/${workspaceId}/`
}

/** Returns where Twilio reports a call. */
export function reportUrl(config: Pick<Config, 'publicUrl'>, workspaceId: string, callId: string): string {
  return `${dialUrl(config, workspaceId)}${callId}/`
}
