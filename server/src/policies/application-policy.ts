import { type StatusType, statusTypeRank, statusTypes } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t, translate } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Actor } from '../session/actor.ts'
import { rowScopeOf } from './row-scopes.ts'

/** The fields of an application that decide who may do what with it. */
export interface ApplicationState {
  status_type: string
  closed_at: string | null
  deleted_at: string | null
  do_not_call?: boolean
  /** Whether its person was erased. */
  erased?: boolean
}

/** The fields of a user that decide which applications they see. */
export type Viewer = Pick<Actor, 'role' | 'userId' | 'workspaceId' | 'companyId'>

export function seesAllApplications(actor: Pick<Actor, 'role'>): boolean {
  return rowScopeOf(actor) === 'all'
}

/** Returns a condition on `applications` for the rows the actor may see. */
export function applicationScope(actor: Viewer): RawBuilder<SqlBool> {
  const ownPosition = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`applications.position_id in (
    select p.id from positions p where p.workspace_id = ${actor.workspaceId} and ${condition}
  )`
  switch (rowScopeOf(actor)) {
    case 'assigned':
      return sql<SqlBool>`applications.owner_id = ${actor.userId}`
    case 'managed':
      return ownPosition(sql`p.hiring_manager_id = ${actor.userId}`)
    case 'company':
      return sql<SqlBool>`applications.reached >= ${statusTypeRank('submitted')}
        and ${ownPosition(sql`p.company_id = ${actor.companyId}::uuid`)}`
    case 'all':
      return sql<SqlBool>`true`
  }
}

export function maySeeContacts(actor: Pick<Actor, 'permissions'>): boolean {
  return actor.permissions.has('contacts:read')
}

function furthestMove(actor: Actor): StatusType {
  return actor.role === 'coordinator' ? 'qualified' : 'closed'
}

/** @throws FORBIDDEN with the reason, when the actor may not move an application from one type to another */
export function assertMayMove(actor: Actor, from: StatusType, to: StatusType): void {
  if (!actor.permissions.has('applications:move')) throw forbidden()
  const furthest = furthestMove(actor)
  const beyond = [from, to].some((type) => statusTypeRank(type) > statusTypeRank(furthest))
  if (beyond)
    throw forbidden(t`Coordinators can move applications up to ${translate(statusTypes[furthest].label)}`)
  const ends = (type: StatusType) => type === 'closed' || type === 'hired'
  if (ends(from) !== ends(to) && !actor.permissions.has('applications:close'))
    throw forbidden(t`You do not have permission to close or reopen applications`)
}

export type Ability =
  | 'edit'
  | 'move'
  | 'close'
  | 'reopen'
  | 'comment'
  | 'call'
  | 'logInboundCall'
  | 'setCallback'
  | 'delete'
  | 'restore'
  | 'decide'

/** Returns whether the actor may set callbacks: those who log calls, and those who edit the application. */
export function maySetCallback(actor: Actor): boolean {
  return actor.permissions.has('calls:write') || actor.permissions.has('applications:write')
}

/** Written only for those who read it: lists ask for thousands of abilities. */
type Refusal = () => string

const refusals: Record<Ability, (actor: Actor, row: ApplicationState) => Refusal | null> = {
  edit: (actor) =>
    actor.permissions.has('applications:write')
      ? null
      : () => t`You do not have permission to edit applications`,
  move: (actor, row) => {
    if (!actor.permissions.has('applications:move'))
      return () => t`You do not have permission to move applications`
    const furthest = furthestMove(actor)
    return statusTypeRank(row.status_type as StatusType) > statusTypeRank(furthest)
      ? () => t`Coordinators can move applications up to ${translate(statusTypes[furthest].label)}`
      : null
  },
  close: (actor, row) => {
    if (!actor.permissions.has('applications:close'))
      return () => t`You do not have permission to close applications`
    return row.closed_at ? () => t`This application is already closed` : null
  },
  reopen: (actor, row) => {
    if (!actor.permissions.has('applications:close'))
      return () => t`You do not have permission to reopen applications`
    return row.closed_at ? null : () => t`This application is open`
  },
  comment: (actor) =>
    actor.permissions.has('applications:comment') ? null : () => t`You do not have permission to comment`,
  call: (actor, row) => {
    if (!actor.permissions.has('calls:write')) return () => t`You do not have permission to call candidates`
    return row.do_not_call ? () => t`This candidate asked not to be called` : null
  },
  logInboundCall: (actor) =>
    actor.permissions.has('calls:write') ? null : () => t`You do not have permission to log calls`,
  setCallback: (actor) =>
    maySetCallback(actor) ? null : () => t`You do not have permission to schedule callbacks`,
  delete: (actor) =>
    actor.permissions.has('applications:delete')
      ? null
      : () => t`You do not have permission to delete applications`,
  restore: (actor, row) => {
    if (!actor.permissions.has('applications:delete'))
      return () => t`You do not have permission to restore applications`
    return row.deleted_at ? null : () => t`This application is not deleted`
  },
  decide: (actor, row) => {
    if (!actor.permissions.has('submissions:decide'))
      return () => t`You do not have permission to decide for the company`
    if (row.closed_at) return () => t`This application is already closed`
    return row.status_type === 'submitted'
      ? null
      : () => t`This application is not awaiting a company decision`
  },
}

/** Why nothing is done with an application whose person was erased. */
export const erasedText = () => t`This person was erased. Nothing can be added or changed.`

const abilities = Object.keys(refusals) as Ability[]

function refusalOf(actor: Actor, row: ApplicationState, ability: Ability): Refusal | null {
  if (row.deleted_at && ability !== 'restore') return () => t`This application is deleted`
  if (row.erased && ability !== 'delete' && ability !== 'restore') return erasedText
  return refusals[ability](actor, row)
}

/** Returns what the actor may do with an application. */
export function applicationAbilities(actor: Actor, row: ApplicationState): Record<Ability, boolean> {
  const can = {} as Record<Ability, boolean>
  for (const ability of abilities) can[ability] = refusalOf(actor, row, ability) === null
  return can
}

/** Returns why the actor may not do with an application what they may not, by ability. */
export function applicationRefusals(actor: Actor, row: ApplicationState): Record<string, string> {
  const whyNot: Record<string, string> = {}
  for (const ability of abilities) {
    const refusal = refusalOf(actor, row, ability)
    if (refusal) whyNot[ability] = refusal()
  }
  return whyNot
}
