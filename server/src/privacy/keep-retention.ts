import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'
import { type DueRule, due } from './due.ts'
import { eraseFilesOnly } from './erase-files.ts'
import { eraseCalls, erasePeople } from './erase-people.ts'
import { findPeople } from './find-people.ts'

const atOnce = 200
/** What is left is taken the next night. */
const mostInNight = 20_000

interface Rules {
  workspace_id: string
  candidates_months: number | null
  files_months: number | null
  calls_months: number | null
  audit_years: number | null
}

async function dueIds(
  { db }: Services,
  workspaceId: string,
  rule: DueRule,
  months: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${due[rule](workspaceId, months)}) d order by at limit ${atOnce}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Lets go of what is due of one rule, some at a time, each lot in a transaction of its own. */
async function letGo(
  services: Services,
  workspaceId: string,
  rule: DueRule,
  months: number | null,
): Promise<number> {
  if (months === null) return 0
  let gone = 0
  while (gone < mostInNight) {
    const ids = await dueIds(services, workspaceId, rule, months)
    if (ids.length === 0) return gone
    await writeTransaction(services.db, async (tx) => {
      if (rule === 'calls') return eraseCalls(tx, workspaceId, ids)
      if (rule === 'files') return eraseFilesOnly(tx, services.jobs, workspaceId, ids)
      await tx
        .selectFrom('candidates')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .select('id')
        .orderBy('id')
        .forUpdate()
        .execute()
      await erasePeople(tx, services.jobs, await findPeople(tx, workspaceId, ids), null)
    })
    gone += ids.length
  }
  return gone
}

async function keepOne(services: Services, rules: Rules): Promise<void> {
  const { workspace_id: workspaceId } = rules
  const { db } = services
  const done = {
    candidates: await letGo(services, workspaceId, 'candidates', rules.candidates_months),
    files: await letGo(services, workspaceId, 'files', rules.files_months),
    calls: await letGo(services, workspaceId, 'calls', rules.calls_months),
    auditLogs: 0,
  }
  await writeTransaction(db, async (tx) => {
    if (rules.audit_years !== null) {
      // The server may not delete entries: this function may, and reads the rule itself.
      const { rows } = await sql<{ deleted: number }>`
        select delete_expired_audit_logs(${workspaceId}) as deleted
      `.execute(tx)
      done.auditLogs = rows[0]!.deleted
    }
    await tx
      .updateTable('retention_rules')
      .set({ last_run_at: sql`now()`, last_run: JSON.stringify(done) })
      .where('workspace_id', '=', workspaceId)
      .execute()
    if (Object.values(done).some((count) => count > 0))
      await recordAudit(tx, {
        workspaceId,
        userId: null,
        action: 'retention.carried_out',
        ip: null,
        details: done,
      })
  })
}

/** Carries out, every night, what each workspace has decided to let go of; none has unless it says so. */
export async function keepRetention(services: Services): Promise<void> {
  const all = await services.db
    .selectFrom('retention_rules')
    .select(['workspace_id', 'candidates_months', 'files_months', 'calls_months', 'audit_years'])
    .where(sql<boolean>`num_nonnulls(candidates_months, files_months, calls_months, audit_years) > 0`)
    .execute()
  for (const rules of all) await keepOne(services, rules)
}
