import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'
import { applicationScope, seesAllApplications } from './application-policy.ts'

/** Returns a condition on `candidates`: the actor sees everyone, or the candidates of applications they see. */
export function candidateScope(actor: Actor): RawBuilder<SqlBool> {
  if (seesAllApplications(actor)) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (
    select from applications
    where applications.workspace_id = candidates.workspace_id and applications.candidate_id = candidates.id
      and applications.deleted_at is null and ${applicationScope(actor)}
  )`
}

export function candidateAbilities(actor: Actor, candidate: { deleted_at: string | null }) {
  const may = actor.permissions.has('candidates:write') && candidate.deleted_at === null
  return { edit: may, delete: may }
}
