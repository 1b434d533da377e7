import {
  effectivePermissions,
  type Permission,
  type Role,
  roleKeys,
  roles,
} from '@muster/contract/permissions.ts'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../session/actor.ts'
import { mayReadNote } from './activity-policy.ts'
import { agentAbilities } from './agent-policy.ts'
import {
  type Ability,
  type ApplicationState,
  applicationAbilities,
  applicationRefusals,
  assertMayMove,
  maySetCallback,
} from './application-policy.ts'
import { mayUndo } from './call-policy.ts'
import { candidateAbilities } from './candidate-policy.ts'
import { companyAbilities } from './company-policy.ts'
import { type FieldRights, mayEditField, mayEditSomewhere, maySeeField } from './field-policy.ts'
import { assertSeesForecasts } from './goal-policy.ts'
import { pipelineAbilities } from './pipeline-policy.ts'
import { isByAgreement, planAbilities } from './plan-policy.ts'
import { positionAbilities } from './position-policy.ts'
import { assertSeesCosts } from './source-cost-policy.ts'
import { type Managed, userRefusal } from './user-policy.ts'
import { columnName, filterName, isHarmless, permissionFor, viewRefusal } from './view-filters.ts'

function actorOf(role: Role, { granted = [], revoked = [] }: Record<string, Permission[]> = {}): Actor {
  return {
    userId: `a ${role}`,
    role,
    permissions: new Set(effectivePermissions(role, granted, revoked)),
  } as unknown as Actor
}

const without = (role: Role, ...revoked: Permission[]) => actorOf(role, { revoked })
const passes = (check: () => void) => {
  try {
    check()
    return true
  } catch {
    return false
  }
}
const rolesFor = (check: (actor: Actor) => boolean) => roleKeys.filter((role) => check(actorOf(role)))

const open: ApplicationState = { status_type: 'lead', closed_at: null, deleted_at: null }
const may = (actor: Actor, ability: Ability, row: Partial<ApplicationState> = {}) =>
  applicationAbilities(actor, { ...open, ...row })[ability]
const closed = { status_type: 'closed', closed_at: '2026-01-05T10:00:00Z' }
const deleted = { deleted_at: '2026-01-05T10:00:00Z' }

describe('what somebody may do with an application', () => {
  it.each<[Ability, Permission, Partial<ApplicationState>]>([
    ['edit', 'applications:write', {}],
    ['move', 'applications:move', {}],
    ['close', 'applications:close', {}],
    ['reopen', 'applications:close', closed],
    ['comment', 'applications:comment', {}],
    ['call', 'calls:write', {}],
    ['logInboundCall', 'calls:write', {}],
    ['delete', 'applications:delete', {}],
    ['restore', 'applications:delete', deleted],
    ['decide', 'submissions:decide', { status_type: 'submitted' }],
  ])('%s takes %s and nothing else', (ability, permission, row) => {
    expect(may(actorOf('owner'), ability, row)).toBe(true)
    expect(may(without('owner', permission), ability, row)).toBe(false)
  })

  it('is nothing but restoring it once it is deleted, and restoring only then', () => {
    const can = applicationAbilities(actorOf('owner'), { ...open, ...deleted })
    const whyNot = applicationRefusals(actorOf('owner'), { ...open, ...deleted })
    expect(Object.keys(can).filter((ability) => can[ability as Ability])).toEqual(['restore'])
    expect(whyNot.edit).toBe('This application is deleted')
    expect(may(actorOf('owner'), 'restore')).toBe(false)
  })

  it('is closing an open one and reopening a closed one', () => {
    expect([may(actorOf('owner'), 'close'), may(actorOf('owner'), 'reopen')]).toEqual([true, false])
    expect([may(actorOf('owner'), 'close', closed), may(actorOf('owner'), 'reopen', closed)]).toEqual([
      false,
      true,
    ])
  })

  it('is no call to somebody who asked not to be called, though their own call is logged', () => {
    expect(may(actorOf('recruiter'), 'call', { do_not_call: true })).toBe(false)
    expect(may(actorOf('recruiter'), 'logInboundCall', { do_not_call: true })).toBe(true)
  })

  it('is a callback for those who call or edit', () => {
    const caller = without('recruiter', 'applications:write')
    const editor = without('recruiter', 'calls:write')
    expect([caller, editor].map(maySetCallback)).toEqual([true, true])
    expect(maySetCallback(without('recruiter', 'calls:write', 'applications:write'))).toBe(false)
  })

  it('is a decision of the company only while it is submitted and open', () => {
    const reviewer = actorOf('client_reviewer')
    expect(statusTypeKeys.filter((type) => may(reviewer, 'decide', { status_type: type }))).toEqual([
      'submitted',
    ])
    expect(may(reviewer, 'decide', { ...closed, status_type: 'submitted' })).toBe(false)
  })

  it('ends at qualified for coordinators, neither to it from beyond nor from it', () => {
    const moves = (from: StatusType, to: StatusType) =>
      passes(() => assertMayMove(actorOf('coordinator'), from, to))
    expect(moves('lead', 'qualified')).toBe(true)
    expect([moves('qualified', 'submitted'), moves('submitted', 'qualified')]).toEqual([false, false])
    expect(may(actorOf('coordinator'), 'move', { status_type: 'qualified' })).toBe(true)
    expect(may(actorOf('coordinator'), 'move', { status_type: 'submitted' })).toBe(false)
    expect(may(actorOf('recruiter'), 'move', { status_type: 'offer' })).toBe(true)
  })

  it('takes the permission to close for a move into or out of an end, not between ends', () => {
    const mover = without('recruiter', 'applications:close')
    const moves = (from: StatusType, to: StatusType) => passes(() => assertMayMove(mover, from, to))
    expect(moves('lead', 'offer')).toBe(true)
    expect([moves('offer', 'hired'), moves('hired', 'offer'), moves('lead', 'closed')]).toEqual([
      false,
      false,
      false,
    ])
    expect(moves('hired', 'closed')).toBe(true)
    expect(passes(() => assertMayMove(without('owner', 'applications:move'), 'lead', 'offer'))).toBe(false)
  })
})

describe('what somebody may do with a call', () => {
  const own = { logged_by: 'a recruiter', parent_call_id: null, logged_end_reason: null }

  it('is undoing one they logged, or any logged one for those who run the workspace', () => {
    expect(mayUndo(actorOf('recruiter'), own)).toBe(true)
    expect(mayUndo(actorOf('coordinator'), own)).toBe(false)
    expect(mayUndo(actorOf('admin'), own)).toBe(true)
    expect(mayUndo(without('admin', 'calls:write'), own)).toBe(false)
    expect(mayUndo(actorOf('admin'), { ...own, logged_by: null })).toBe(false)
    const placed = { ...own, parent_call_id: 'CA1' }
    expect(mayUndo(actorOf('recruiter'), placed)).toBe(false)
    expect(mayUndo(actorOf('recruiter'), { ...placed, logged_end_reason: 'no_answer' })).toBe(true)
  })
})

describe('what somebody may do with other rows', () => {
  const row = { deleted_at: null }

  it.each([
    ['candidates:write', candidateAbilities],
    ['companies:write', companyAbilities],
    ['positions:write', positionAbilities],
    ['agents:write', agentAbilities],
  ] as const)('takes %s, and a row that is not deleted', (permission, abilities) => {
    expect(abilities(actorOf('owner'), row)).toMatchObject({ edit: true, delete: true })
    expect(abilities(without('owner', permission), row)).toMatchObject({ edit: false, delete: false })
    expect(abilities(actorOf('owner'), deleted)).toMatchObject({ edit: false, delete: false })
  })

  it('keeps the default pipeline, which may be edited', () => {
    const pipeline = { deleted_at: null, is_default: true }
    expect(pipelineAbilities(actorOf('owner'), pipeline)).toEqual({ edit: true, delete: false })
    expect(pipelineAbilities(actorOf('owner'), { ...pipeline, is_default: false }).delete).toBe(true)
    expect(pipelineAbilities(without('owner', 'pipelines:write'), pipeline).edit).toBe(false)
    expect(pipelineAbilities(actorOf('owner'), { ...pipeline, ...deleted }).edit).toBe(false)
  })

  it('opens the calls of an agent for those who see all of them', () => {
    expect(agentAbilities(actorOf('recruiter'), row).openCalls).toBe(true)
    expect(agentAbilities(actorOf('coordinator'), row).openCalls).toBe(false)
    expect(agentAbilities(without('recruiter', 'calls:read'), row).openCalls).toBe(false)
  })

  it('sells public plans with a price to those who pay, and edits none of them', () => {
    const plan = {
      state: 'public',
      is_default: false,
      price_monthly_minor: 900,
      price_yearly_minor: null,
    } as const
    expect(planAbilities(actorOf('owner'), plan)).toEqual({ buy: true, edit: false, archive: false })
    expect(planAbilities(without('owner', 'billing:manage'), plan).buy).toBe(false)
    expect(planAbilities(actorOf('owner'), { ...plan, state: 'hidden' as never }).buy).toBe(false)
    expect(planAbilities(actorOf('owner'), { ...plan, price_monthly_minor: null }).buy).toBe(false)
    expect(isByAgreement({ price_monthly_minor: null, price_yearly_minor: 9000 })).toBe(false)
    const superadmin = actorOf('superadmin')
    expect(planAbilities(superadmin, plan)).toMatchObject({ edit: true, archive: true })
    expect(planAbilities(superadmin, { ...plan, is_default: true }).archive).toBe(false)
    expect(planAbilities(superadmin, { ...plan, state: 'archived' }).archive).toBe(false)
  })

  it('shows costs to those who see all applications, and forecasts to hiring managers too', () => {
    const all = ['superadmin', 'owner', 'admin', 'recruiter', 'viewer']
    expect(rolesFor((actor) => passes(() => assertSeesCosts(actor))).toSorted()).toEqual(all.toSorted())
    expect(rolesFor((actor) => passes(() => assertSeesForecasts(actor))).toSorted()).toEqual(
      [...all, 'hiring_manager'].toSorted(),
    )
  })
})

describe('a client reviewer reads of notes', () => {
  const reviewer = actorOf('client_reviewer')
  const entry = { kind: 'moved', user_id: 'a colleague', new_value: null }

  it('their own, comments, and the reason of their company’s decision', () => {
    expect(mayReadNote(reviewer, entry)).toBe(false)
    expect(mayReadNote(reviewer, { ...entry, user_id: reviewer.userId })).toBe(true)
    expect(mayReadNote(reviewer, { ...entry, kind: 'comment' })).toBe(true)
    const decision = { ...entry, kind: 'disposition', new_value: 'declined_by_company' }
    expect(mayReadNote(reviewer, decision)).toBe(true)
    expect(mayReadNote(reviewer, { ...decision, new_value: 'not_qualified' })).toBe(false)
    expect(mayReadNote(reviewer, { ...decision, kind: 'moved' })).toBe(false)
    expect(mayReadNote(actorOf('viewer'), entry)).toBe(true)
  })
})

describe('a custom field', () => {
  const field: FieldRights = { subject: 'candidate', visibleTo: null, editableTo: null, personal: false }

  it('for some roles is hidden from the others, but not from those who manage fields', () => {
    const forViewers = { ...field, visibleTo: ['viewer'] as const }
    expect(maySeeField(actorOf('viewer'), forViewers)).toBe(true)
    expect(maySeeField(actorOf('recruiter'), forViewers)).toBe(false)
    expect(maySeeField(actorOf('admin'), forViewers)).toBe(true)
    expect(maySeeField(without('admin', 'custom-fields:manage'), forViewers)).toBe(false)
  })

  it('that is personal takes the permission to see contact data, even for those who manage fields', () => {
    expect(maySeeField(actorOf('recruiter'), { ...field, personal: true })).toBe(true)
    expect(maySeeField(without('admin', 'contacts:read'), { ...field, personal: true })).toBe(false)
  })

  it('is never for clients, nor for those who cannot see its rows', () => {
    for (const subject of ['candidate', 'application', 'position'] as const)
      expect(maySeeField(actorOf('client_reviewer'), { ...field, subject })).toBe(false)
    expect(maySeeField(without('owner', 'candidates:read'), field)).toBe(false)
    expect(maySeeField(without('owner', 'candidates:read'), { ...field, subject: 'call' })).toBe(true)
  })

  it('is edited by those who see it, by role and by the permission for its rows', () => {
    const ofAdmins = { ...field, editableTo: ['admin'] as const }
    expect(mayEditField(actorOf('recruiter'), field)).toBe(true)
    expect(mayEditField(actorOf('recruiter'), ofAdmins)).toBe(false)
    expect(mayEditField(actorOf('owner'), ofAdmins)).toBe(true)
    expect(mayEditField(actorOf('recruiter'), { ...field, visibleTo: ['viewer'] })).toBe(false)
    expect(mayEditSomewhere(actorOf('recruiter'), field)).toBe(true)
    expect(mayEditSomewhere(without('recruiter', 'candidates:write'), field)).toBe(false)
  })
})

describe('a filter of a saved view', () => {
  it.each<[string, string, Permission | null]>([
    ['ownerId', 'me', null],
    ['ownerId', 'none,me', null],
    ['ownerId', 'me,0190', 'users:read'],
    ['contactedWithin', '7', 'calls:read'],
    ['attemptsMin', '2', null],
    ['attempts', '2', 'calls:read'],
    ['createdFrom', '2026-01-01', null],
    ['q', 'Anna', 'contacts:read'],
    ['callAgentId', '0190', 'agents:read'],
  ])('%s=%s is for those with %s', (name, value, permission) => {
    expect(permissionFor(name, value)).toBe(permission)
  })

  it('says nothing about a row if it is a word, a flag or a day', () => {
    const harmless = ['sort', 'createdWithin', 'neverContacted'].map((name) =>
      isHarmless('applications', name),
    )
    expect(harmless).toEqual([true, true, true])
    const telling = ['positionId', 'q', 'source', 'tag', 'field', 'countedIn', 'unheardOf']
    expect(telling.filter((name) => isHarmless('applications', name))).toEqual([])
    expect([isHarmless('candidates', 'doNotCall'), isHarmless('candidates', 'q')]).toEqual([true, false])
    expect([isHarmless('positions', 'state'), isHarmless('positions', 'companyId')]).toEqual([true, false])
    expect([filterName('createdWithin'), columnName('field:abc')]).toEqual(['createdFrom', 'field'])
  })

  it('is refused by the permission of its screen, for deleted rows, and by role', () => {
    const view = (screen: string, query = {}, columns: string[] = []) => ({ screen, query, columns })
    expect(viewRefusal(actorOf('recruiter'), view('applications', { deleted: 'true' }))).toBe(
      actorOf('recruiter').permissions.has('applications:delete')
        ? null
        : 'You do not have permission to view deleted applications',
    )
    const noDeleting = without('owner', 'applications:delete')
    for (const deleted of ['true', '1'])
      expect(viewRefusal(noDeleting, view('applications', { deleted }))).not.toBeNull()
    expect(viewRefusal(noDeleting, view('applications', { deleted: 'false' }))).toBeNull()
    expect(viewRefusal(without('owner', 'candidates:read'), view('candidates'))).not.toBeNull()
    expect(viewRefusal(without('owner', 'candidates:read'), view('positions'))).toBeNull()
    const client = actorOf('client_reviewer')
    expect(viewRefusal(client, view('applications', { tag: 'x' }))).not.toBeNull()
    expect(viewRefusal(client, view('applications', { sort: 'source' }))).not.toBeNull()
    expect(viewRefusal(client, view('applications', {}, ['source']))).not.toBeNull()
    expect(viewRefusal(client, view('positions', { state: 'open' }))).toBeNull()
  })
})

describe('who may change a user', () => {
  const user: Managed = {
    id: 'somebody',
    role: 'recruiter',
    status: 'active',
    granted_permissions: [],
    revoked_permissions: [],
    deleted_at: null,
    is_last: false,
  }

  it('is nobody below their role', () => {
    expect(userRefusal(actorOf('admin'), 'edit', { ...user, role: 'owner' })).not.toBeNull()
    expect(userRefusal(actorOf('admin'), 'edit', { ...user, role: 'admin' })).toBeNull()
    expect(userRefusal(without('owner', 'users:manage'), 'edit', user)).not.toBeNull()
  })

  it('is nobody for the email of a user with permissions that they lack themselves', () => {
    expect(userRefusal(actorOf('admin'), 'changeEmail', user)).toBeNull()
    expect(userRefusal(without('admin', 'calls:write'), 'changeEmail', user)).not.toBeNull()
    const granted = { ...user, granted_permissions: ['billing:manage'] }
    expect(userRefusal(without('admin', 'billing:manage'), 'changeEmail', granted)).not.toBeNull()
  })

  it('restores a deleted user and does nothing else with them', () => {
    const gone = { ...user, deleted_at: '2026-01-05T10:00:00Z' }
    expect(userRefusal(actorOf('admin'), 'restore', gone)).toBeNull()
    for (const ability of ['edit', 'changeRole', 'changeStatus', 'delete', 'changeEmail'] as const)
      expect(userRefusal(actorOf('admin'), ability, gone)).toBe('This user is deleted')
    expect(userRefusal(actorOf('admin'), 'restore', user)).not.toBeNull()
  })

  it('leaves the last owner their role, their status and their account', () => {
    const last = { ...user, role: 'owner', is_last: true }
    for (const ability of ['changeRole', 'changeStatus', 'delete'] as const)
      expect(userRefusal(actorOf('superadmin'), ability, last)).toContain('only active owner')
    expect(userRefusal(actorOf('superadmin'), 'edit', last)).toBeNull()
  })

  it('takes no permission from owners, who have all of them', () => {
    expect(userRefusal(actorOf('owner'), 'changeRights', { ...user, role: 'owner' })).not.toBeNull()
    expect(userRefusal(actorOf('owner'), 'changeRights', user)).toBeNull()
    expect(roles.owner.permissions).not.toContain('platform:manage')
  })
})
