import * as contract from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { eraseCandidates } from './erase-candidates.ts'
import type { CandidateData } from './find-candidate-data.ts'
import { countCandidateData, loadCandidateData } from './load-candidate-data.ts'

const plain = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()

/** @throws CONFLICT while an import writes them, which would restore erased data */
async function assertNotBeingImported(
  tx: Database,
  { workspaceId, importIds }: CandidateData,
): Promise<void> {
  const busy = await tx
    .selectFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${importIds}::uuid[])`)
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'running']),
        where('undo_state', 'in', ['queued', 'running']),
      ]),
    )
    .select('id')
    .executeTakeFirst()
  if (busy) throw conflict(t`An import that includes this candidate is running. Wait until it finishes.`)
}

export const eraseCandidate = handler(
  contract.eraseCandidate,
  async ({ tx, actor, params, body, caller, services }) => {
    const { name, data } = await loadCandidateData(tx, actor, params.id, { lock: true })
    if (plain(body.confirmName) !== plain(name))
      throw invalid('confirmName', t`Type the name exactly as shown`)
    const { counts, open } = await countCandidateData(tx, data)
    if (open > 0) throw conflict(t`This candidate has open applications. Close them first.`)
    await assertNotBeingImported(tx, data)
    await eraseCandidates(tx, services.jobs, data, actor.userId)
    await recordAudit(tx, {
      ...actor,
      action: 'privacy.erased',
      ip: caller.ip,
      subject: { kind: 'candidate', id: params.id },
      details: counts,
    })
    return counts
  },
)
