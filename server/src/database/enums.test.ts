import * as agents from '@muster/contract/agents.ts'
import { callDirections, callEndReasons, callOutcomes } from '@muster/contract/calls.ts'
import { consents } from '@muster/contract/candidates.ts'
import {
  consentActions,
  consentChannels,
  consentPurposes,
  consentSources,
} from '@muster/contract/consents.ts'
import { dispositionKeys, partyKeys } from '@muster/contract/dispositions.ts'
import { fieldChangeKinds, fieldChangeStates } from '@muster/contract/field-changes.ts'
import { fieldSubjects } from '@muster/contract/field-subjects.ts'
import { goalMeasures, goalPeriods } from '@muster/contract/goals.ts'
import { importRowResults } from '@muster/contract/import-rows.ts'
import { importStates } from '@muster/contract/import-status.ts'
import { invoiceStates } from '@muster/contract/invoices.ts'
import { deliveryStates, outgoingWebhook } from '@muster/contract/outgoing-webhooks.ts'
import { intervals, planStates } from '@muster/contract/plans.ts'
import { positionStates } from '@muster/contract/position-states.ts'
import { presenceSubjects } from '@muster/contract/presence.ts'
import { tileHeights } from '@muster/contract/report-grid.ts'
import { frequencies } from '@muster/contract/report-schedules.ts'
import { funnelTypes, statusTypeKeys, statusTypeRank } from '@muster/contract/status-types.ts'
import { subscriptionStates } from '@muster/contract/subscription-states.ts'
import { userStatuses } from '@muster/contract/users.ts'
import { callingProviders, campaignStates, pauseReasons } from '@muster/contract/voice-campaigns.ts'
import { voiceProviders } from '@muster/contract/voice-webhooks.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { answeredReasons, conversationReasons } from '../calls/end-reasons.ts'

let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgresOwner') })
  await client.connect()
})

afterAll(() => client.end())

/** Columns with a check that lists their values → the contract's values. */
const ofContract: Record<string, readonly string[]> = {
  'agents.kind': agents.agentKinds,
  'agents.status': agents.agentStatuses,
  'calls.direction': callDirections,
  'candidates.consent': consents,
  'consent_entries.action': consentActions,
  'consent_entries.channel': consentChannels,
  'consent_entries.purpose': consentPurposes,
  'consent_entries.source': consentSources,
  'custom_field_changes.kind': fieldChangeKinds,
  'custom_field_changes.state': fieldChangeStates,
  'custom_fields.subject': fieldSubjects,
  'goals.measure': goalMeasures,
  'goals.period': goalPeriods,
  'import_rows.result': importRowResults,
  'imports.state': importStates,
  'invoices.state': invoiceStates,
  'outgoing_webhooks.paused_because': outgoingWebhook.shape.pausedBecause.unwrap().options,
  'plans.state': planStates,
  'positions.state': positionStates,
  'reasons.party': partyKeys,
  'stages.type': statusTypeKeys,
  'statuses.type': statusTypeKeys,
  'subscriptions.interval': intervals,
  'subscriptions.next_interval': intervals,
  // Incomplete means chosen but unpaid: for the API that is no subscription.
  'subscriptions.state': ['incomplete', ...subscriptionStates],
  'users.status': userStatuses,
  'users.status_before_deletion': userStatuses,
  'visits.subject_type': presenceSubjects,
  'report_dashboard_tiles.height': tileHeights,
  'report_schedules.frequency': frequencies,
  'voice_accounts.provider': callingProviders,
  'voice_campaigns.pause_reason': pauseReasons,
  'voice_campaigns.state': campaignStates,
  'voice_secrets.provider': voiceProviders,
  'webhook_deliveries.state': deliveryStates,
}

/** Checked columns without an exported enum in the contract. */
const ofServer = [
  'calls.begun_with',
  'custom_fields.sort_state',
  'imports.undo_state',
  'invoices.provider',
  'merged_contacts.kind',
  'nodes.process',
  'sample_records.kind',
  'subscriptions.end_reason',
  'subscriptions.provider',
]

/** Returns the allowed values by table and column. */
async function checkedValues(): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ column: string; definition: string }>(`
    select c.conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
      and pg_get_constraintdef(c.oid) ~ '= ANY \\(ARRAY\\['`)
  return Object.fromEntries(
    rows.map(({ column, definition }) => [
      column,
      [...definition.matchAll(/'(\w+)'::text/g)].map((m) => m[1]!),
    ]),
  )
}

/** Returns the quoted names in a function's source, in order. */
async function namesIn(name: string): Promise<string[]> {
  const { rows } = await client.query<{ source: string }>(
    'select prosrc as source from pg_proc where proname = $1',
    [name],
  )
  return [...rows[0]!.source.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
}

describe('a check constraint', () => {
  it("allows the contract's values and no others", async () => {
    const checked = await checkedValues()
    const sorted = (values: Record<string, readonly string[]>) =>
      Object.fromEntries(Object.entries(values).map(([column, names]) => [column, [...names].sort()]))
    const expected = sorted(ofContract)
    const found = sorted(checked)
    for (const column of ofServer) {
      expect(found[column], column).toBeDefined()
      delete found[column]
    }
    expect(found).toEqual(expected)
  })
})

describe('a function of reports', () => {
  it.each<[string, readonly string[]]>([
    ['report_type', statusTypeKeys],
    ['report_disposition', dispositionKeys],
    ['report_end_reason', callEndReasons],
    ['report_outcome', callOutcomes],
    ['report_is_conversation', conversationReasons],
    ['report_is_answered', [...answeredReasons, 'unknown', 'completed']],
    ['call_is_conversation', conversationReasons],
    ['call_is_answered', [...answeredReasons, 'unknown', 'completed']],
  ])('%s lists the values of the contract', async (name, values) => {
    const names = await namesIn(name)
    // Functions that count by position list the values in the contract's order.
    if (name.includes('_is_')) expect(names.sort()).toEqual([...values].sort())
    else expect(names).toEqual(values)
  })

  it('derives facts with the types of the contract', async () => {
    const { rows } = await client.query<{ source: string }>(
      `select prosrc as source from pg_proc where proname = 'derive_facts'`,
    )
    const lists = [...rows[0]!.source.matchAll(/(?:in \(|array\[)('lead'|'qualified')[^)\]]*/g)].map(
      ([list]) => [...list.matchAll(/'(\w+)'/g)].map((match) => match[1]),
    )
    const advanced = funnelTypes.filter((type) => statusTypeRank(type) >= statusTypeRank('qualified'))
    expect(lists).toEqual([advanced, advanced, funnelTypes])
  })
})
