import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'
import { type DueRule, due } from './due.ts'
import { eraseCalls, eraseCandidates } from './erase-candidates.ts'
import { eraseFilesOnly } from './erase-files.ts'
import { findCandidateData } from './find-candidate-data.ts'

const batchSize = 200
/** The rest is erased the next night. */
const maxPerNight = 20_000

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
    select id from (${due[rule](workspaceId, months)}) d order by at limit ${batchSize}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Erases what is due under one rule in batches, each in its own transaction. Returns the number of rows. */
async function eraseDue(
  services: Services,
  workspaceId: string,
  rule: DueRule,
  months: number | null,
): Promise<number> {
  if (months === null) return 0
  let erased = 0
  while (erased < maxPerNight) {
    const ids = await dueIds(services, workspaceId, rule, months)
    if (ids.length === 0) return erased
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
      await eraseCandidates(tx, services.jobs, await findCandidateData(tx, workspaceId, ids), null)
    })
    erased += ids.length
  }
  return erased
}

async function runRules(services: Services, rules: Rules): Promise<void> {
  const { workspace_id: workspaceId } = rules
  const { db } = services
  const counts = {
    candidates: await eraseDue(services, workspaceId, 'candidates', rules.candidates_months),
    files: await eraseDue(services, workspaceId, 'files', rules.files_months),
    calls: await eraseDue(services, workspaceId, 'calls', rules.calls_months),
    auditLogs: 0,
  }
  await writeTransaction(db, async (tx) => {
    if (rules.audit_years !== null) {
      // The server's role may not delete audit entries. This function may, and reads the rule itself.
      const { rows } = await sql<{ deleted: number }>`
        select delete_expired_audit_logs(${workspaceId}) as deleted
      `.execute(tx)
      counts.auditLogs = rows[0]!.deleted
    }
    await tx
      .updateTable('retention_rules')
      .set({ last_run_at: sql`now()`, last_run: JSON.stringify(counts) })
      .where('workspace_id', '=', workspaceId)
      .execute()
    if (Object.values(counts).some((count) => count > 0))
      await recordAudit(tx, {
        workspaceId,
        userId: null,
        action: 'retention.carried_out',
        ip: null,
        details: counts,
      })
  })
}

/** Applies each workspace's retention rules every night. By default a workspace has none. */
export async function runRetention(services: Services): Promise<void> {
  const all = await services.db
    .selectFrom('retention_rules')
    .select(['workspace_id', 'candidates_months', 'files_months', 'calls_months', 'audit_years'])
    .where(sql<boolean>`num_nonnulls(candidates_months, files_months, calls_months, audit_years) > 0`)
    .execute()
  for (const rules of all) await runRules(services, rules)
}
