import type { campaignResults } from '@muster/contract/voice-campaigns.ts'
import * as contract from '@muster/contract/voice-campaigns.ts'
import { type RawBuilder, sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { isActive } from '../agents/agent-load.ts'
import { forbidden } from '../app-error.ts'
import { personColumns, reasonColumns } from '../call-queues/export-queued-people.ts'
import { loadQueue } from '../call-queues/load-queue.ts'
import { queuePeople } from '../call-queues/queue-people.ts'
import { callLabels } from '../calls/call-labels.ts'
import { isAnswered, isAttempt, isConversation, isPlaced } from '../calls/count-calls.ts'
import type { Database } from '../database/connect.ts'
import { type ExportColumn, joinItems, number, text, time } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { formatMoney, fractionDigits } from '../texts/format.ts'
import { callSeconds, loadCampaign } from './load-campaign.ts'

type Campaign = Awaited<ReturnType<typeof loadCampaign>>
type Result = (typeof campaignResults)[number]

const resultLabels: Record<Result, string> = {
  calling: /*i18n*/ 'Being called now',
  spoken_with: /*i18n*/ 'Spoken with',
  answered: /*i18n*/ 'Mailbox or menu',
  not_reached: /*i18n*/ 'Not reached',
  not_called: /*i18n*/ 'Not called',
}

const the = (column: string) => sql.ref(`list.${column}`)

/** The calls of a campaign by application. A person has one result: the first that holds. */
function calledBy({ workspaceId }: Actor, id: string) {
  const isLast = sql`order by calls.started_at desc, calls.id desc`
  return sql<Record<string, unknown>>`(
    select calls.application_id,
      case
        when bool_or(${isActive}) then 'calling'
        when bool_or(${isConversation}) then 'spoken_with'
        when bool_or(${isAnswered}) then 'answered'
        when bool_or(${isPlaced}) then 'not_reached'
        else 'not_called'
      end as result,
      count(*) filter (where ${isPlaced})::int as calls,
      min(calls.started_at) filter (where ${isPlaced}) as first_call,
      max(calls.started_at) filter (where ${isPlaced}) as last_call,
      (array_agg(calls.end_reason ${isLast}) filter (where ${isAttempt}))[1] as end_reason,
      (array_agg(calls.outcome ${isLast}) filter (where calls.outcome is not null))[1] as outcome,
      sum(${callSeconds})::int as seconds
    from calls
    where calls.workspace_id = ${workspaceId} and calls.campaign_id = ${id}
    group by calls.application_id
  )`.as<'called'>(sql.ref('called'))
}

/** What the calls cost by application: a list by currency, which begins with that of the campaign's limit. */
function costsOf({ workspaceId }: Actor, { id, costPerDay }: Campaign) {
  return sql<Record<string, unknown>>`(
    select application_id, jsonb_agg(
      jsonb_build_object('minor', minor, 'currency', currency)
      order by currency is distinct from ${costPerDay?.currency ?? null}, currency
    ) as costs
    from (
      select application_id, currency, sum(cost_minor) as minor from calls
      where workspace_id = ${workspaceId} and campaign_id = ${id} and cost_minor is not null and currency is not null
      group by application_id, currency
    ) as paid
    group by application_id
  )`.as<'paid'>(sql.ref('paid'))
}

/** Selects the people of the campaign's queue with their reasons; none once the queue was deleted. */
async function selectQueued(tx: Database, actor: Actor, { queue, onlyWithConsent }: Campaign) {
  const people =
    queue &&
    (await queuePeople(tx, actor, await loadQueue(tx, actor, queue.id), { userId: null, onlyWithConsent }))
  const rows = people
    ? people.select.select('applications.id').select(people.reason.as('reason'))
    : sql`select null::uuid as id, null::text as reason`
  return sql<{ id: string; reason: string }>`(${rows})`.as<'queued'>(sql.ref('queued'))
}

function costColumns({ total }: Campaign): Record<'cost' | 'currency' | 'otherCosts', ExportColumn> {
  const units = Object.fromEntries(
    total.costs.map(({ currency }) => [currency, 10 ** fractionDigits(currency)]),
  )
  const currency = sql`(${the('costs')} -> 0 ->> 'currency')`
  const unit: RawBuilder<unknown> = sql`(${JSON.stringify(units)}::jsonb ->> ${currency})::numeric`
  const formatOthers = inCurrentLanguage((stored: string) => {
    const costs = JSON.parse(stored) as { minor: number; currency: string }[]
    return joinItems(costs.map((cost) => formatMoney(cost.minor, cost.currency)))
  })
  return {
    cost: number(t`Cost`, sql`trim_scale((${the('costs')} -> 0 ->> 'minor')::numeric / ${unit})`),
    currency: text(t`Currency`, currency, { repeats: true, width: 10 }),
    otherCosts: text(t`Costs in other currencies`, sql`nullif(${the('costs')} - 0, '[]')::text`, {
      format: formatOthers,
    }),
  }
}

export const exportCampaignPeople = exportList(
  contract.exportCampaignPeople,
  { sees: 'voice-campaigns:run', what: 'campaign_people' },
  async ({ tx, actor, params }) => {
    if (!actor.permissions.has('calls:read')) throw forbidden()
    const campaign = await loadCampaign(tx, actor, params.id)
    const labels: Record<string, string> = callLabels
    const formatCall = inCurrentLanguage((stored: string) => translate(labels[stored] ?? stored))
    const formatResult = inCurrentLanguage((stored: string) => translate(resultLabels[stored as Result]))
    const { phone, email, candidateId, applicationId, ...who } = personColumns()
    return {
      name: t`Voice campaign ${campaign.name}`,
      columns: {
        ...who,
        result: text(t`Result`, sql`coalesce(${the('result')}, 'not_called')`, {
          format: formatResult,
          repeats: true,
          width: 18,
        }),
        calls: number(t`Calls`, sql`coalesce(${the('calls')}, 0)`),
        firstCall: time(t`First call`, the('first_call')),
        lastCall: time(t`Last call`, the('last_call')),
        lastCallResult: text(t`Last call result`, the('end_reason'), {
          format: formatCall,
          repeats: true,
          width: 24,
        }),
        outcome: text(t`Outcome`, the('outcome'), { format: formatCall, repeats: true, width: 24 }),
        seconds: number(t`Seconds`, sql`coalesce(${the('seconds')}, 0)`),
        ...costColumns(campaign),
        ...reasonColumns(the('reason')),
        phone,
        email,
        candidateId,
        applicationId,
      },
      rows: selectVisible(tx, actor)
        .where('applications.deleted_at', 'is', null)
        .innerJoin('candidates', (join) =>
          join
            .onRef('candidates.workspace_id', '=', 'applications.workspace_id')
            .onRef('candidates.id', '=', 'applications.candidate_id'),
        )
        .innerJoin('positions', (join) =>
          join
            .onRef('positions.workspace_id', '=', 'applications.workspace_id')
            .onRef('positions.id', '=', 'applications.position_id'),
        )
        .innerJoin('companies', (join) =>
          join
            .onRef('companies.workspace_id', '=', 'positions.workspace_id')
            .onRef('companies.id', '=', 'positions.company_id'),
        )
        .innerJoin('statuses', (join) =>
          join
            .onRef('statuses.workspace_id', '=', 'applications.workspace_id')
            .onRef('statuses.id', '=', 'applications.status_id'),
        )
        .leftJoin(await selectQueued(tx, actor, campaign), (join) =>
          join.onRef('queued.id', '=', 'applications.id'),
        )
        .leftJoin(calledBy(actor, campaign.id), (join) =>
          join.on(sql<boolean>`called.application_id = applications.id`),
        )
        .leftJoin(costsOf(actor, campaign), (join) =>
          join.on(sql<boolean>`paid.application_id = applications.id`),
        )
        .where(sql<boolean>`(queued.id is not null or called.application_id is not null)`)
        .select(['applications.id', 'applications.candidate_id', 'applications.candidate_name'])
        .select(['positions.name as position_name', 'companies.name as company_name'])
        .select(['statuses.name as status_name', 'candidates.phone', 'candidates.email', 'queued.reason'])
        .select(sql`called.result`.as('result'))
        .select(sql`called.calls`.as('calls'))
        .select(sql`called.first_call`.as('first_call'))
        .select(sql`called.last_call`.as('last_call'))
        .select(sql`called.end_reason`.as('end_reason'))
        .select(sql`called.outcome`.as('outcome'))
        .select(sql`called.seconds`.as('seconds'))
        .select(sql`paid.costs`.as('costs')),
      idColumn: 'applications.id',
      order: {
        expression: sql`coalesce(called.last_call, '-infinity')`,
        type: 'timestamptz',
        descending: true,
      },
      details: { campaignId: campaign.id, campaign: campaign.name },
    }
  },
)
