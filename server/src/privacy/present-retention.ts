import type { retention } from '@muster/contract/privacy.ts'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'

type Presented = z.input<typeof retention>

const keepsAll: Presented = {
  candidatesMonths: null,
  filesMonths: null,
  callsMonths: null,
  auditYears: null,
  version: 1,
  lastRunAt: null,
  lastRun: null,
}

/** Returns the retention rules; without any, everything is kept. */
export async function loadRetention(tx: Database, workspaceId: string): Promise<Presented> {
  const row = await tx
    .selectFrom('retention_rules')
    .where('workspace_id', '=', workspaceId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return keepsAll
  return {
    candidatesMonths: row.candidates_months,
    filesMonths: row.files_months,
    callsMonths: row.calls_months,
    auditYears: row.audit_years,
    version: row.version,
    lastRunAt: row.last_run_at,
    lastRun: row.last_run as Presented['lastRun'],
  }
}
