import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'
import { rowScopeOf } from './row-scopes.ts'

/** Returns a condition on `companies`: a client reviewer sees their own, everyone else all of the workspace. */
export function companyScope(actor: Actor) {
  return rowScopeOf(actor) === 'company'
    ? sql<SqlBool>`companies.id = ${actor.companyId}::uuid`
    : sql<SqlBool>`true`
}

export function companyAbilities(actor: Actor, company: { deleted_at: string | null }) {
  const may = actor.permissions.has('companies:write') && company.deleted_at === null
  return { edit: may, delete: may }
}
