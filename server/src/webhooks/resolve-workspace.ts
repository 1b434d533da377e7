import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { Database } from '../database/connect.ts'
import { findBegun, findByAgent, findExisting, findNamed, findOnly } from './find-workspace.ts'
import { factsOf, foldFacts } from './fold-facts.ts'
import { addressOf, type KeptEvent, readEvent } from './read-event.ts'
import { loadUnclaimed, type UnclaimedEvent } from './unclaimed-events.ts'
import type { VoiceFacts } from './voice-facts.ts'

/**
 * The workspace of a report that the installation's secret signed, or null. A workspace named in the address is the only
 * one considered. Else it is the one named in the report's own metadata, then the one whose call it continues, then the
 * one that the call's unclaimed reports name together with this one, then the one with the agent, then the only one there
 * is. A telephone number never decides it.
 */
export async function resolveWorkspace(
  tx: Database,
  provider: VoiceProvider,
  event: KeptEvent,
  facts: VoiceFacts,
): Promise<string | null> {
  const { names, workspaceId } = addressOf(event.query)
  if (names) return workspaceId ? findExisting(tx, workspaceId) : null
  const found = (await findNamed(tx, facts)) ?? (await findBegun(tx, provider, facts.callId))
  if (found) return found
  const unclaimed = await loadUnclaimed(tx, provider, facts.callId)
  const earlier = unclaimed.map((each) => each.event).filter(({ query }) => !addressOf(query).names)
  const state = foldFacts(factsOf(provider, [...earlier, event]))
  return (
    (await findNamed(tx, state)) ??
    (state.agentId ? await findByAgent(tx, provider, state.agentId) : null) ??
    (await findOnly(tx))
  )
}

/** Of the call's unclaimed reports, those that the workspace may read: the others name another one. */
export async function claimableBy(
  tx: Database,
  workspaceId: string,
  provider: VoiceProvider,
  callId: string,
): Promise<UnclaimedEvent[]> {
  const claimable: UnclaimedEvent[] = []
  for (const unclaimed of await loadUnclaimed(tx, provider, callId)) {
    const address = addressOf(unclaimed.event.query)
    const facts = readEvent(provider, unclaimed.event)
    const named = address.names ? address.workspaceId : facts && (await findNamed(tx, facts))
    if (named === workspaceId || (named === null && !address.names)) claimable.push(unclaimed)
  }
  return claimable
}
