import type { company } from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { applicationScope } from '../policies/application-policy.ts'
import { companyAbilities, companyScope } from '../policies/company-policy.ts'
import { visibleValues } from '../policies/field-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'

export function selectCompanies(db: Database, actor: Actor) {
  return db
    .selectFrom('companies')
    .where('companies.workspace_id', '=', actor.workspaceId)
    .where(companyScope(actor))
    .selectAll('companies')
    .select([
      visibleValues(actor, 'company', 'companies').as('visible_values'),
      sql<number>`(
        select count(*)::int from positions
        where positions.workspace_id = companies.workspace_id and positions.company_id = companies.id
          and positions.state = 'open' and positions.deleted_at is null and ${positionScope(actor)}
      )`.as('open_positions'),
      sql<number>`(
        select count(*)::int from positions p
        join applications on applications.workspace_id = p.workspace_id and applications.position_id = p.id
        where p.workspace_id = companies.workspace_id and p.company_id = companies.id
          and applications.status_type not in ('hired', 'closed') and applications.deleted_at is null
          and ${applicationScope(actor)}
      )`.as('open_applications'),
    ])
}

type CompanyRow = Awaited<ReturnType<ReturnType<typeof selectCompanies>['executeTakeFirstOrThrow']>>

export function presentCompany(row: CompanyRow, actor: Actor): z.input<typeof company> {
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    // Notes about a client are not for the client.
    notes: actor.role === 'client_reviewer' ? null : row.notes,
    customFields: row.visible_values,
    openPositions: row.open_positions,
    openApplications: row.open_applications,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    deletedAt: row.deleted_at,
    can: companyAbilities(actor, row),
  }
}

/** @throws NOT_FOUND also for another workspace's company, and for a deleted one */
export async function loadCompany(db: Database, actor: Actor, id: string): Promise<z.input<typeof company>> {
  const row = await selectCompanies(db, actor)
    .where('companies.id', '=', id)
    .where('companies.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound(t`Company`)
  return presentCompany(row, actor)
}
