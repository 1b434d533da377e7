import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { isFromMuster } from '../calls/count-calls.ts'
import type { Database } from '../database/connect.ts'
import { lockName } from '../database/lock-name.ts'
import { factsOf, foldFacts } from './fold-facts.ts'
import { readEvent, type StoredEvent } from './read-event.ts'
import { claimableBy, resolveWorkspace } from './resolve-workspace.ts'
import { deleteUnclaimed, storeUnclaimed } from './unclaimed-events.ts'
import type { VoiceFacts } from './voice-facts.ts'
import { hasOwnSecret } from './voice-secret.ts'
import { writeCall } from './write-call.ts'

export type Recorded = { result: 'recorded' | 'unclaimed'; callId: string | null }

/** Serializes the reports of a call. `scope` is its workspace, or the installation while the workspace is unknown. */
export async function lockCall(
  tx: Database,
  scope: string,
  provider: VoiceProvider,
  callId: string,
): Promise<void> {
  await lockName(tx, `voice:${scope}:${provider}:${callId}`)
}

async function findCall(tx: Database, workspaceId: string, provider: VoiceProvider, callId: string) {
  return tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('provider_call_id', '=', callId)
    .select(['id', 'raw', 'begun_with'])
    .executeTakeFirst()
}

/**
 * Gives the provider's id to a call that was placed without it: by a user in the browser, or by a voice campaign, if its report
 * arrives before the answer to the request, or that answer was lost.
 */
async function adoptPlacedCall(
  tx: Database,
  workspaceId: string,
  provider: VoiceProvider,
  { callId, placedCallId }: VoiceFacts,
): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ provider_call_id: callId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', placedCallId!)
    .where('provider', '=', provider)
    .where(isFromMuster)
    .where('provider_call_id', 'is', null)
    .execute()
}

type FoundCall = Awaited<ReturnType<typeof findCall>>

/**
 * Returns whether a report signed with the installation's secret may write to the workspace's call: it may continue
 * calls it began, and begin calls of workspaces without their own secret. It never continues a call that a workspace's
 * own secret began.
 */
async function mayInstallationReport(
  tx: Database,
  workspaceId: string,
  provider: VoiceProvider,
  call: FoundCall,
): Promise<boolean> {
  if (call?.begun_with) return call.begun_with === 'installation'
  return !(await hasOwnSecret(tx, workspaceId, provider))
}

/** A call has a handful of reports. This keeps a runaway sender from growing the row forever. */
const maxEvents = 200

/**
 * Records a report and updates its call from all its reports. A repeated report changes nothing. One without a known
 * workspace is stored until another report names the workspace. `signedBy` is the workspace whose own secret signed the
 * report, so no other workspace can get it; null for the installation's secret.
 */
export async function recordEvent(
  tx: Database,
  provider: VoiceProvider,
  event: StoredEvent,
  signedBy: string | null,
): Promise<Recorded> {
  const facts = readEvent(provider, event)
  const callId = facts?.callId ?? null
  const unclaimed = async (): Promise<Recorded> => {
    await storeUnclaimed(tx, provider, callId, event)
    return { result: 'unclaimed', callId: null }
  }
  if (!facts || !callId) return unclaimed()
  if (!signedBy) await lockCall(tx, 'installation', provider, callId)
  const workspaceId = signedBy ?? (await resolveWorkspace(tx, provider, event, facts))
  if (!workspaceId) return unclaimed()
  await lockCall(tx, workspaceId, provider, callId)
  const call = await findCall(tx, workspaceId, provider, callId)
  if (!call && facts.placedCallId) await adoptPlacedCall(tx, workspaceId, provider, facts)
  const known = (call?.raw ?? []) as unknown as StoredEvent[]
  if (call && known.some(({ sha256 }) => sha256 === event.sha256))
    return { result: 'recorded', callId: call.id }
  if (!signedBy && !(await mayInstallationReport(tx, workspaceId, provider, call))) return unclaimed()
  if (call && known.length >= maxEvents) return { result: 'recorded', callId: call.id }
  const claimed = call || signedBy ? [] : await claimableBy(tx, workspaceId, provider, callId)
  const earlier = claimed.map((each) => each.event).filter(({ sha256 }) => sha256 !== event.sha256)
  const events = [...known, ...earlier, event]
  const id = await writeCall(tx, workspaceId, {
    provider,
    callId,
    events,
    state: foldFacts(factsOf(provider, events)),
    signedWith: signedBy ? 'workspace' : 'installation',
  })
  await deleteUnclaimed(
    tx,
    claimed.map((each) => each.id),
  )
  return { result: 'recorded', callId: id }
}
