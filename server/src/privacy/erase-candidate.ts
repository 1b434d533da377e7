import * as contract from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { conflict, invalid } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { erasePeople } from './erase-people.ts'
import type { Traces } from './find-people.ts'
import { countTraces, loadPerson } from './load-person.ts'

const plain = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()

/** @throws CONFLICT: what writes them at this moment would bring them back */
async function assertNotBeingImported(tx: Database, { workspaceId, importIds }: Traces): Promise<void> {
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
  if (busy) throw conflict(t`An import they stand in is under way. Wait for its end.`)
}

export const eraseCandidate = handler(
  contract.eraseCandidate,
  async ({ tx, actor, params, body, caller, services }) => {
    const { name, traces } = await loadPerson(tx, actor, params.id, { lock: true })
    if (plain(body.confirmName) !== plain(name))
      throw invalid('confirmName', t`Type the name exactly as it stands`)
    const { counts, open } = await countTraces(tx, traces)
    if (open > 0) throw conflict(t`This person has open applications. Close them first.`)
    await assertNotBeingImported(tx, traces)
    await erasePeople(tx, services.jobs, traces, actor.userId)
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
