import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

/** Writes an audit entry for a voice campaign. */
export async function recordCampaignChange(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  change: 'created' | 'changed' | 'deleted' | 'restored' | 'started' | 'paused' | 'ended',
  { id, name }: { id: string; name: string },
): Promise<void> {
  await recordAudit(tx, {
    ...actor,
    action: `voice_campaign.${change}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'voice_campaign', id },
    details: { name },
  })
}
