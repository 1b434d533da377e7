import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { soldFields } from '@muster/contract/plan-limits.ts'
import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, staleVersion } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { changedColumns } from '../database/changed-columns.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { lockPlan } from './lock-plan.ts'
import { loadPlan } from './present-plan.ts'
import { presentTerms } from './present-terms.ts'
import { type SoldTerms, writeTerms } from './write-terms.ts'

/**
 * Checks that the default plan is free and not archived.
 * @throws CONFLICT
 */
function checkDefault(terms: SoldTerms, state: string): void {
  if (state === 'archived')
    throw conflict(
      t`This is the default plan for new workspaces. Choose another default plan before archiving it.`,
    )
  if ((terms.priceMonthlyMinor ?? 0) > 0 || (terms.priceYearlyMinor ?? 0) > 0)
    throw conflict(t`The default plan for new workspaces must be free`)
}

/** Returns the new terms, or null if nothing changed. */
function changedTerms(body: BodyOf<typeof contract.updatePlan>, now: SoldTerms): SoldTerms | null {
  const sent = soldFields.filter((field) => body[field] !== undefined)
  const changed = sent.filter((field) => !isDeepStrictEqual(body[field], now[field]))
  if (changed.length === 0) return null
  return { ...now, ...Object.fromEntries(changed.map((field) => [field, body[field]])) }
}

async function clearPreviousDefault(tx: Database, id: string): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ is_default: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute()
}

export const updatePlan = handler(contract.updatePlan, async ({ tx, actor, params, body, caller }) => {
  const { id } = params
  // Serializes concurrent changes of the default, in a fixed lock order.
  if (body.isDefault) await tx.selectFrom('plans').select('id').orderBy('id').forUpdate().execute()
  const before = await lockPlan(tx, id)
  if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
  const sold = presentTerms(before)
  const terms = changedTerms(body, sold)
  const becomesDefault = body.isDefault === true && !before.is_default
  if (body.isDefault || before.is_default) checkDefault(terms ?? sold, body.state ?? before.state)
  if (terms) await writeTerms(tx, id, before.number + 1, terms)
  if (becomesDefault) await clearPreviousDefault(tx, id)
  const columns = { name: 'name', description: 'description', state: 'state' } as const
  await tx
    .updateTable('plans')
    .set({
      ...changedColumns(body, columns),
      ...(becomesDefault ? { is_default: true } : {}),
      ...(terms ? { terms: before.number + 1 } : {}),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  const { version: _, ...asked } = body
  await recordAudit(tx, {
    ...actor,
    action: 'plan.changed',
    ip: caller.ip,
    subject: { kind: 'plan', id },
    details: { name: before.name, asked, ...(terms ? { terms: before.number + 1 } : {}) },
  })
  return loadPlan(tx, actor, id)
})
