import { type StatusType, statusTypeRank, statusTypes } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t, translate } from '#texts'
import { forbidden } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/** What of an application decides who may do what with it. */
export interface ApplicationState {
  status_type: string
  closed_at: string | null
  deleted_at: string | null
  do_not_call?: boolean
}

const limited: ReadonlySet<string> = new Set(['coordinator', 'hiring_manager', 'client_reviewer'])

/** Of somebody, what decides which applications they see. */
export type Viewer = Pick<Actor, 'role' | 'userId' | 'workspaceId' | 'companyId'>

/** Whether the actor sees every application of the workspace. */
export function seesAllApplications(actor: Pick<Actor, 'role'>): boolean {
  return !limited.has(actor.role)
}

/**
 * Which rows of `applications` the actor may see: a coordinator those assigned to them, a hiring manager those
 * of their positions, a client reviewer those of their company that reached `submitted`, everyone else all.
 */
export function applicationScope(actor: Viewer): RawBuilder<SqlBool> {
  const ownPosition = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`applications.position_id in (
    select p.id from positions p where p.workspace_id = ${actor.workspaceId} and ${condition}
  )`
  switch (actor.role) {
    case 'coordinator':
      return sql<SqlBool>`applications.owner_id = ${actor.userId}`
    case 'hiring_manager':
      return ownPosition(sql`p.hiring_manager_id = ${actor.userId}`)
    case 'client_reviewer':
      return sql<SqlBool>`applications.reached >= ${statusTypeRank('submitted')}
        and ${ownPosition(sql`p.company_id = ${actor.companyId}::uuid`)}`
    default:
      return sql<SqlBool>`true`
  }
}

export function maySeeContacts(actor: Actor): boolean {
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
    throw forbidden(t`As a coordinator you move applications up to ${translate(statusTypes[furthest].label)}`)
  const ends = (type: StatusType) => type === 'closed' || type === 'hired'
  if (ends(from) !== ends(to) && !actor.permissions.has('applications:close'))
    throw forbidden(t`You may not close or reopen applications`)
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

/** Callbacks belong to those who call, and to those who edit the application. */
export function maySetCallback(actor: Actor): boolean {
  return actor.permissions.has('calls:write') || actor.permissions.has('applications:write')
}

/** Why an ability is refused now, or null when it is not. */
const refusals: Record<Ability, (actor: Actor, row: ApplicationState) => string | null> = {
  edit: (actor) => (actor.permissions.has('applications:write') ? null : t`You may not edit applications`),
  move: (actor, row) => {
    if (!actor.permissions.has('applications:move')) return t`You may not move applications`
    const furthest = furthestMove(actor)
    return statusTypeRank(row.status_type as StatusType) > statusTypeRank(furthest)
      ? t`As a coordinator you move applications up to ${translate(statusTypes[furthest].label)}`
      : null
  },
  close: (actor, row) => {
    if (!actor.permissions.has('applications:close')) return t`You may not close applications`
    return row.closed_at ? t`It is closed already` : null
  },
  reopen: (actor, row) => {
    if (!actor.permissions.has('applications:close')) return t`You may not reopen applications`
    return row.closed_at ? null : t`It is open`
  },
  comment: (actor) => (actor.permissions.has('applications:comment') ? null : t`You may not comment`),
  call: (actor, row) => {
    if (!actor.permissions.has('calls:write')) return t`You may not call people`
    return row.do_not_call ? t`This person asked not to be called` : null
  },
  logInboundCall: (actor) => (actor.permissions.has('calls:write') ? null : t`You may not log calls`),
  setCallback: (actor) => (maySetCallback(actor) ? null : t`You may not set callbacks`),
  delete: (actor) =>
    actor.permissions.has('applications:delete') ? null : t`You may not delete applications`,
  restore: (actor, row) => {
    if (!actor.permissions.has('applications:delete')) return t`You may not restore applications`
    return row.deleted_at ? null : t`It is not deleted`
  },
  decide: (actor, row) => {
    if (!actor.permissions.has('submissions:decide')) return t`You may not decide for the company`
    if (row.closed_at) return t`It is closed already`
    return row.status_type === 'submitted' ? null : t`It does not wait for the company's word`
  },
}

const abilities = Object.keys(refusals) as Ability[]

/** What the actor may do with an application, and why not for the rest. */
export function applicationAbilities(
  actor: Actor,
  row: ApplicationState,
): { can: Record<Ability, boolean>; whyNot: Record<string, string> } {
  const can = {} as Record<Ability, boolean>
  const whyNot: Record<string, string> = {}
  for (const ability of abilities) {
    const refusal = row.deleted_at && ability !== 'restore' ? t`It is deleted` : refusals[ability](actor, row)
    can[ability] = refusal === null
    if (refusal) whyNot[ability] = refusal
  }
  return { can, whyNot }
}
