import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { Database } from '../database/connect.ts'
import { findByAgent, findByCall, findByMetadata, findExisting, findOnlyWorkspace } from './find-workspace.ts'
import { factsOf, foldFacts } from './fold-facts.ts'
import { readEvent, type StoredEvent, workspaceInUrl } from './read-event.ts'
import { loadUnclaimed, type UnclaimedEvent } from './unclaimed-events.ts'
import type { VoiceFacts } from './voice-facts.ts'

/**
 * Returns the workspace of a report signed with the installation's secret, or null. A workspace named in the URL is the
 * only one considered. Otherwise, in this order: the one named in the report's metadata; the one whose call it
 * continues; the one that the call's unclaimed reports and this one name together; the one with the agent; the only one
 * there is. A phone number never decides it.
 */
export async function resolveWorkspace(
  tx: Database,
  provider: VoiceProvider,
  event: StoredEvent,
  facts: VoiceFacts,
): Promise<string | null> {
  const { names, workspaceId } = workspaceInUrl(event.query)
  if (names) return workspaceId ? findExisting(tx, workspaceId) : null
  const found = (await findByMetadata(tx, facts)) ?? (await findByCall(tx, provider, facts.callId))
  if (found) return found
  const unclaimed = await loadUnclaimed(tx, provider, facts.callId)
  const earlier = unclaimed.map((each) => each.event).filter(({ query }) => !workspaceInUrl(query).names)
  const state = foldFacts(factsOf(provider, [...earlier, event]))
  return (
    (await findByMetadata(tx, state)) ??
    (state.agentId ? await findByAgent(tx, provider, state.agentId) : null) ??
    (await findOnlyWorkspace(tx))
  )
}

/** Returns the call's unclaimed reports that the workspace may read: those that name no other workspace. */
export async function claimableBy(
  tx: Database,
  workspaceId: string,
  provider: VoiceProvider,
  callId: string,
): Promise<UnclaimedEvent[]> {
  const claimable: UnclaimedEvent[] = []
  for (const unclaimed of await loadUnclaimed(tx, provider, callId)) {
    const address = workspaceInUrl(unclaimed.event.query)
    const facts = readEvent(provider, unclaimed.event)
    const named = address.names ? address.workspaceId : facts && (await findByMetadata(tx, facts))
    if (named === workspaceId || (named === null && !address.names)) claimable.push(unclaimed)
  }
  return claimable
}
