import type { StatusType } from '@muster/contract/status-types.ts'
import type { Field } from '../custom-fields/field.ts'
import { hoursOf, shiftsOf } from './calendar.ts'
import { companyValues, fieldRows, type SampleFields } from './field-rows.ts'
import { goalRows } from './goal-rows.ts'
import { personName, plain } from './people.ts'
import { places } from './places.ts'
import { type Plan, streams } from './plan.ts'
import { createRandom, hashSeed } from './random.ts'
import { iso, makeId, type SampleRows } from './rows.ts'
import { campaignRow, planCampaign, type SampleCampaign } from './sample-campaign.ts'
import { questionsOf, sampleQueues } from './sample-queues.ts'
import { sampleDashboard, sampleReports } from './sample-reports.ts'
import { sourceCostRows } from './source-cost-rows.ts'

/** The existing workspace that receives the sample. */
export interface SampleWorkspace {
  id: string
  timezone: string
  pipelineId: string
  stages: readonly {
    id: string
    name: string
    type: StatusType
    color: string
    slaDays: number | null
    ordinal: number
  }[]
  reasons: readonly { id: string; party: string; name: string }[]
  admin: { id: string; email: string }
  /** Makes addresses and provider ids unique across workspaces. Empty in the first workspace. */
  suffix: string
  /**
   * Lowercase names that companies, call queues and campaigns have, and the administrator's views, reports and report
   * dashboards. Months of sources with costs, as "2026-03 Indeed".
   */
  taken: Record<
    'companies' | 'views' | 'reports' | 'dashboards' | 'queues' | 'campaigns' | 'costs',
    ReadonlySet<string>
  >
  /** The custom fields that it has, retired ones included. */
  fields: readonly Field[]
}

export interface StatusOfPosition {
  id: string
  slaDays: number | null
}

/** Ids of what applications refer to, by index in the plan. */
export interface SetupIds {
  users: readonly string[]
  companies: readonly string[]
  agents: readonly string[]
  positions: readonly string[]
  statuses: readonly Readonly<Record<StatusType, StatusOfPosition>>[]
  fields: SampleFields
  campaign: SampleCampaign | null
  /** The first call queue; null if the workspace has those of the sample. */
  queue: string | null
}

const dayMs = 24 * 3_600_000

/** A paused schedule of the first report, to the administrator: the sample sends no emails. */
function scheduleRows(
  reports: readonly { id: string }[],
  { id, timezone, admin }: SampleWorkspace,
  newId: () => string,
  before: number,
) {
  const base = { workspace_id: id }
  const schedules = reports.slice(0, 1).map((report) => ({
    ...base,
    id: newId(),
    report_id: report.id,
    user_id: admin.id,
    frequency: 'weekly',
    weekdays: [1],
    month_day: null,
    hour: 8,
    timezone,
    with_pdf: true,
    with_rows: false,
    is_paused: true,
    next_at: null,
    version: 1,
    created_at: iso(before),
    updated_at: iso(before),
  }))
  return {
    report_schedules: schedules,
    report_recipients: schedules.map((schedule) => ({
      ...base,
      schedule_id: schedule.id,
      user_id: admin.id,
    })),
  }
}

/** The report dashboard of the team, with the reports that are in the sample. */
function dashboardRows(
  reports: readonly { id: string; name: string; roles: readonly string[] }[],
  { id, admin, taken }: SampleWorkspace,
  newId: () => string,
  before: number,
) {
  const { name, folder } = sampleDashboard
  const tiles = sampleDashboard.tiles.flatMap(({ report, ...tile }) =>
    reports.filter((one) => one.name === report).map((found) => ({ report: found, ...tile })),
  )
  if (tiles.length === 0 || taken.dashboards.has(name.toLowerCase()))
    return { report_dashboards: [], report_dashboard_tiles: [] }
  const base = { workspace_id: id }
  const dashboard = {
    ...base,
    id: newId(),
    user_id: admin.id,
    name,
    folder,
    roles: [...tiles[0]!.report.roles],
    version: 1,
    created_at: iso(before),
    updated_at: iso(before),
  }
  return {
    report_dashboards: [dashboard],
    report_dashboard_tiles: tiles.map(({ report, width, height }, ordinal) => ({
      ...base,
      dashboard_id: dashboard.id,
      report_id: report.id,
      ordinal,
      width,
      height,
    })),
  }
}

/** Returns companies, staff, agents, positions with their statuses, and shared views and reports. */
export function setupRows(plan: Plan, workspace: SampleWorkspace): { rows: SampleRows; ids: SetupIds } {
  const random = createRandom(hashSeed(plan.seed, streams.ids))
  const before = plan.calendar.start - 30 * dayMs
  let made = 0
  const newId = () => makeId(random, before, ++made)
  const base = { workspace_id: workspace.id }
  const { staff, demand } = plan

  const fields = fieldRows(plan, workspace, newId, before)
  const companyIds = demand.companies.map(newId)
  const companies = demand.companies.map((name, index) => {
    const contact = personName(index % 3, 900 + index)
    const domain = `${name.split(' ').map(plain).join('-')}.example.com`
    return {
      ...base,
      id: companyIds[index]!,
      name: freeName(name, workspace.taken.companies),
      website: `https://${domain}`,
      contact_name: `${contact.given} ${contact.family}`,
      contact_email: `${plain(contact.given)}.${plain(contact.family)}@${domain}`,
      contact_phone: `+1217555${String(150 + (index % 50)).padStart(4, '0')}`,
      custom_fields: companyValues(fields, index) as never,
      created_at: iso(before),
      updated_at: iso(before),
    }
  })

  const userIds = staff.users.map(({ email }) => (email === null ? workspace.admin.id : newId()))
  const newUsers = staff.users.flatMap(({ name, email, role, company }, index) =>
    email === null
      ? []
      : [
          {
            ...base,
            id: userIds[index]!,
            email: addressOf(email, workspace),
            name,
            role,
            company_id: company === null ? null : companyIds[company]!,
            created_at: iso(before),
            updated_at: iso(before),
          },
        ],
  )

  const agentIds = staff.agents.map(newId)
  const agents = staff.agents.map((agent, index) => ({
    ...base,
    id: agentIds[index]!,
    name: agent.name,
    kind: agent.kind,
    status: agent.status,
    capacity: agent.capacity,
    languages: [...agent.languages],
    hours: shiftsOf(hoursOf(agent.kind)),
    phone: agent.phone,
    provider: agent.provider,
    // Unique across workspaces.
    provider_agent_id:
      agent.provider &&
      `${agent.name.toLowerCase()}-outbound-${agentIds[index]!.slice(-6)}${workspace.suffix}`,
    user_id: agent.user === null ? null : userIds[agent.user]!,
    created_at: iso(before),
    updated_at: iso(before),
  }))

  const positionIds = plan.positions.map(newId)
  const positions = plan.positions.map((position, index) => ({
    ...base,
    id: positionIds[index]!,
    name: position.trade.title,
    company_id: companyIds[position.company]!,
    pipeline_id: workspace.pipelineId,
    state: position.state,
    openings: Math.max(1, position.hired + position.left),
    location: places[position.place]!.metro,
    description: describe(position.trade),
    owner_id: userIds[position.recruiter]!,
    hiring_manager_id: position.managed ? userIds[staff.hiringManager]! : null,
    opened_at: iso(position.openedAt),
    closed_at: position.closedAt === null ? null : iso(position.closedAt),
    created_at: iso(position.openedAt - dayMs),
    updated_at: iso(position.closedAt ?? position.openedAt),
  }))

  const statuses = plan.positions.flatMap(({ renamed }, index) =>
    workspace.stages.map((stage) => ({
      ...base,
      id: newId(),
      position_id: positionIds[index]!,
      stage_id: stage.id,
      name: renamed?.[stage.type]?.name ?? stage.name,
      type: stage.type,
      color: stage.color,
      sla_days: renamed?.[stage.type]?.slaDays ?? stage.slaDays,
      ordinal: stage.ordinal,
    })),
  )

  const queues = sampleQueues
    .filter(({ name }) => !workspace.taken.queues.has(name.toLowerCase()))
    .map(({ asksQuestions, ...queue }) => ({
      ...base,
      id: newId(),
      ...queue,
      questions: (asksQuestions ? questionsOf(fields) : []) as never,
      created_by: workspace.admin.id,
      created_at: iso(before),
      updated_at: iso(before),
    }))
  const campaign = planCampaign(plan, workspace, newId)

  const reports = sampleReports
    .filter(({ name }) => !workspace.taken.reports.has(name.toLowerCase()))
    .map(({ name, folder, query }) => ({
      ...base,
      id: newId(),
      user_id: workspace.admin.id,
      name,
      folder,
      query: query as never,
      roles: ['owner', 'admin', 'recruiter', 'viewer'],
      created_at: iso(before),
      updated_at: iso(before),
      version: 1,
    }))

  return {
    rows: {
      custom_fields: fields.rows,
      companies,
      users: newUsers,
      logins: newUsers.map(({ id, email }) => ({
        ...base,
        email,
        user_id: id,
      })),
      agents,
      positions,
      statuses,
      agent_positions: agentIds.flatMap((agentId, agent) =>
        positionIds
          .filter((_, position) => worksOn(plan, agent, position))
          .map((positionId) => ({ ...base, agent_id: agentId, position_id: positionId })),
      ),
      saved_views: sharedViews
        .filter(({ name }) => !workspace.taken.views.has(name.toLowerCase()))
        .map(({ name, query }) => ({
          ...base,
          id: newId(),
          user_id: workspace.admin.id,
          name,
          screen: 'applications',
          query,
          shared: true,
          created_at: iso(before),
        })),
      saved_reports: reports,
      ...dashboardRows(reports, workspace, newId, before),
      ...scheduleRows(reports, workspace, newId, before),
      source_costs: sourceCostRows({
        workspaceId: workspace.id,
        userId: workspace.admin.id,
        timezone: workspace.timezone,
        from: plan.calendar.start,
        to: plan.calendar.asOf,
        taken: workspace.taken.costs,
        newId,
      }),
      goals: goalRows(plan, {
        workspaceId: workspace.id,
        userId: workspace.admin.id,
        timezone: workspace.timezone,
        users: userIds,
        positions: positionIds,
        newId,
      }),
      call_queues: queues,
      voice_campaigns: campaign
        ? [
            {
              ...base,
              ...campaignRow,
              id: campaign.id,
              queue_id: queues[0]?.id ?? null,
              agent_id: agentIds[campaign.agent]!,
              started_by: workspace.admin.id,
              started_at: iso(campaign.from),
              created_by: workspace.admin.id,
              created_at: iso(campaign.from),
              updated_at: iso(campaign.from),
            },
          ]
        : [],
    },
    ids: {
      users: userIds,
      fields,
      campaign,
      queue: queues[0]?.id ?? null,
      companies: companyIds,
      agents: agentIds,
      positions: positionIds,
      statuses: positionIds.map(
        (positionId) =>
          Object.fromEntries(
            statuses
              .filter((status) => status.position_id === positionId)
              .map(({ id, type, sla_days }) => [type, { id, slaDays: sla_days }]),
          ) as SetupIds['statuses'][number],
      ),
    },
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name
  for (let number = 1; ; number += 1) {
    const free = `${name} (${number === 1 ? 'sample' : `sample ${number}`})`
    if (!taken.has(free.toLowerCase())) return free
  }
}

function addressOf(email: string, { admin, suffix }: SampleWorkspace): string {
  const address = email.replace('@', `${suffix}@`)
  // The administrator may have one of these addresses.
  return address === admin.email ? `sample.${address}` : address
}

/**
 * Tells whether an agent works on a position: voice agents on all, recruiters on their own, other callers on every
 * third.
 */
function worksOn({ staff, positions }: Plan, agent: number, position: number): boolean {
  const { kind, user } = staff.agents[agent]!
  if (kind === 'voice') return true
  return user !== null && staff.recruiters.includes(user)
    ? positions[position]!.recruiter === user
    : (position + agent) % 3 === 0
}

const sharedViews = [
  { name: 'Callbacks due', query: { callbackDue: 'true', sort: 'callbackAt' } },
  { name: 'Not called yet', query: { statusType: 'lead', neverContacted: 'true', open: 'true' } },
  { name: 'Waiting on company', query: { statusType: 'submitted', sort: 'enteredStatusAt' } },
  { name: 'Overdue', query: { late: 'true', open: 'true', sort: 'dueAt' } },
] as const

function describe({ title, shifts, requirements, pay }: Plan['positions'][number]['trade']): string {
  return [
    `**${title}**, ${pay}.`,
    `What counts: ${requirements.join(', ')}.`,
    `Shifts: ${shifts.join(', ')}.`,
  ].join('\n\n')
}
