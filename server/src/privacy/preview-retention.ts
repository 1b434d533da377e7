import * as contract from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { countRows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { type Due, type DueRule, due } from './due.ts'

export function selectDue(db: Database, workspaceId: string, rule: DueRule, months: number) {
  return db.selectFrom(sql<Due>`(${due[rule](workspaceId, months)})`.as<'due'>('due')).selectAll()
}

export const previewRetention = handler(contract.previewRetention, async ({ tx, actor, query }) => {
  const { workspaceId } = actor
  const count = async (rule: DueRule, months: number | undefined) =>
    months === undefined ? null : countRows(tx, selectDue(tx, workspaceId, rule, months))
  const old = (years: number) =>
    tx
      .selectFrom('audit_logs')
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`at < now() - make_interval(years => ${years}::int)`)
      .select('id')
  return {
    candidates: await count('candidates', query.candidatesMonths),
    files: await count('files', query.filesMonths),
    calls: await count('calls', query.callsMonths),
    auditLogs: query.auditYears === undefined ? null : await countRows(tx, old(query.auditYears)),
  }
})
