import { listAgents } from '@muster/contract/agents.ts'
import { listCallQueues, listQueuedPeople } from '@muster/contract/call-queues.ts'
import { listCalls } from '@muster/contract/calls.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { countPredialAnswers, listPredialAnswers } from '@muster/contract/predial-answers.ts'
import {
  createVoiceCampaign,
  deleteVoiceCampaign,
  endVoiceCampaign,
  exportCampaignPeople,
  forecastVoiceCampaign,
  getVoiceCampaign,
  listVoiceAccounts,
  listVoiceCampaigns,
  pauseVoiceCampaign,
  restoreVoiceCampaign,
  setVoiceAccount,
  startVoiceCampaign,
  updateVoiceCampaign,
} from '@muster/contract/voice-campaigns.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'
import type { Campaign } from './campaign-queries.ts'

const none = { placed: 0, answered: 0, spokenWith: 0, qualified: 0, seconds: 0, costs: [] }

const campaign: Campaign = {
  ...example(getVoiceCampaign),
  id: id(1),
  name: 'First calls',
  state: 'draft',
  pauseReason: null,
  pauseDetail: null,
  waits: null,
  queue: { id: id(2), name: 'Drivers' },
  agent: { id: id(3), name: 'Nova' },
  maxConcurrent: 5,
  keptFree: 0,
  minutesPerDay: 90,
  costPerDay: { minor: 5000, currency: 'USD' },
  onlyWithConsent: true,
  activeCalls: 0,
  today: none,
  total: none,
  version: 4,
}

const running: Campaign = {
  ...campaign,
  state: 'running',
  activeCalls: 2,
  waits: 'calls_at_limit',
  today: {
    placed: 12,
    answered: 6,
    spokenWith: 4,
    qualified: 2,
    seconds: 600,
    costs: [{ minor: 240, currency: 'USD' }],
  },
}

const forecast = {
  ...example(forecastVoiceCampaign),
  total: 5,
  ready: 3,
  groups: [
    {
      reason: 'no_consent' as const,
      state: 'blocked' as const,
      count: 2,
      readyAt: null,
      timezone: null,
      triedIn: null,
      closed: null,
    },
    {
      reason: 'ready' as const,
      state: 'ready' as const,
      count: 3,
      readyAt: null,
      timezone: null,
      triedIn: null,
      closed: null,
    },
  ],
  calls: 3,
  hours: [{ at: '2026-11-27T14:00:00.000Z', calls: 3 }],
  seconds: 180,
  costs: [],
  endsAt: '2026-11-27T15:00:00.000Z',
  left: 0,
  basis: { calls: 0, secondsPerCall: 60, isDefault: true },
}

async function openCampaign(shown: Campaign = campaign) {
  answer(getVoiceCampaign, shown)
  answer(listVoiceCampaigns, { items: [shown] })
  answer(forecastVoiceCampaign, forecast)
  await openApp(`/voice-campaigns/${id(1)}`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'First calls' })).toBeVisible()
}

const status = page.getByRole('status').filter({ hasText: /Draft|Running|Paused|Ended/ })
const figure = (section: string, name: string) =>
  page.getByRole('region', { name: section }).getByRole('button', { name, exact: true })

beforeEach(() => {
  signInAs('owner')
})

describe('a voice campaign', () => {
  it('says before the start what would happen, and starts only when that is confirmed', async () => {
    await openCampaign()
    await expect.element(status).toMatchTextContent(/Nobody is called before you start it\./)
    await expect.element(page.getByText(/3 people would be called once/)).toBeVisible()
    await expect.element(page.getByText(/60|1 min/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Start First calls?' })
    await expect
      .element(question)
      .toMatchTextContent(/Nova begins to call real people\. 3 people are ready now\./)
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(callsOf(startVoiceCampaign)).toEqual([])
    answer(startVoiceCampaign, running)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    answer(getVoiceCampaign, running)
    await page.getByRole('dialog').getByRole('button', { name: 'Start calling' }).click()
    await expect.element(status).toMatchTextContent(/Running 2 calls now\. All lines are busy\./)
    expect(callsOf(startVoiceCampaign)).toHaveLength(1)
  })

  it('stays as it is when it cannot start, and says why', async () => {
    await openCampaign()
    answer(startVoiceCampaign, refuse('VALIDATION', 'Set the key for placing calls first'))
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start calling' }).click()
    await expect.element(page.getByText(/Set the key for placing calls first/).first()).toBeVisible()
    await expect.element(status).toMatchTextContent(/Draft/)
  })

  it('exports its people and results', async () => {
    await openCampaign()
    await page.getByRole('button', { name: 'Export' }).click()
    await expect.element(page.getByText('People and results')).toBeVisible()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() => callsOf(exportCampaignPeople).map(({ params, query }) => [params.id, query.format]))
      .toEqual([[id(1), 'csv']])
  })

  it('offers no export to those who do not see calls', async () => {
    const all = effectivePermissions('owner', [], [])
    signInAs(
      'owner',
      all.filter((permission) => permission !== 'calls:read'),
    )
    await openCampaign()
    expect(page.getByRole('button', { name: 'Export' }).elements()).toEqual([])
  })

  it('opens the calls behind each count', async () => {
    await openCampaign(running)
    answer(listCalls, { items: [], nextCursor: null, total: { value: 0, atLeast: false } })
    await figure('Today', '4').click()
    await expect.element(page.getByRole('dialog', { name: 'Spoken with' })).toBeVisible()
    await expect
      .poll(() => callsOf(listCalls)[0]?.query)
      .toMatchObject({
        campaignId: id(1),
        conversation: 'true',
        startedFrom: running.todayFrom,
      })
  })

  it('says what a conversation and a qualified person cost', async () => {
    await openCampaign(running)
    const today = page.getByRole('region', { name: 'Today' })
    await expect.element(today).toMatchTextContent(/Per conversation\$0\.60/)
    await expect.element(today).toMatchTextContent(/Per qualified\$1\.20/)
  })

  it('opens the people of a reason as the campaign sees them', async () => {
    await openCampaign()
    answer(listQueuedPeople, { items: [], nextCursor: null, total: { value: 0, atLeast: false } })
    await page.getByRole('link', { name: 'No consent recorded 2' }).click()
    await expect.element(page.getByRole('dialog', { name: 'No consent recorded' })).toBeVisible()
    await expect
      .poll(() => callsOf(listQueuedPeople)[0])
      .toMatchObject({
        params: { id: id(2) },
        query: { reason: 'no_consent', campaign: 'with_consent' },
      })
  })

  it('repeats what the provider answered when it pauses by itself', async () => {
    await openCampaign({
      ...campaign,
      state: 'paused',
      pauseReason: 'provider_refused',
      pauseDetail: 'HTTP 402: No credit',
    })
    await expect
      .element(status)
      .toMatchTextContent(/Paused The provider refused the call\. HTTP 402: No credit/)
    await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  })

  it('pauses at once, and ends only when that is confirmed', async () => {
    await openCampaign(running)
    answer(pauseVoiceCampaign, { ...campaign, state: 'paused', pauseReason: 'user' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => callsOf(pauseVoiceCampaign)).toHaveLength(1)
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(callsOf(endVoiceCampaign)).toEqual([])
  })

  it('cannot be changed or started after its end', async () => {
    await openCampaign({ ...campaign, state: 'ended' })
    await expect.element(page.getByRole('button', { name: 'Delete First calls' })).toBeVisible()
    for (const name of ['Start', 'Resume', 'Pause', 'End', 'Edit First calls'])
      expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([])
  })

  it('that was paused goes on only when that is confirmed, and ends when it should', async () => {
    const paused: Campaign = { ...campaign, state: 'paused', pauseReason: 'user' }
    await openCampaign(paused)
    expect(page.getByRole('button', { name: 'Delete First calls' }).elements()).toEqual([])
    answer(startVoiceCampaign, running)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page
      .getByRole('dialog', { name: 'Start First calls?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    expect(callsOf(startVoiceCampaign)).toEqual([])
    answer(endVoiceCampaign, { ...campaign, state: 'ended' })
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'End First calls?' })
      .getByRole('button', { name: 'End campaign' })
      .click()
    await expect.poll(() => callsOf(endVoiceCampaign).map(({ params }) => params.id)).toEqual([id(1)])
  })

  it('opens all calls since the start, and no calls behind a zero', async () => {
    await openCampaign({ ...running, total: { ...running.today, placed: 40, qualified: 0, costs: [] } })
    answer(listCalls, { items: [], nextCursor: null, total: { value: 0, atLeast: false } })
    await expect.element(figure('Since the start', '0')).toBeDisabled()
    await figure('Since the start', '40').click()
    await expect
      .poll(() => callsOf(listCalls).map(({ query }) => [query.placed, query.startedFrom]))
      .toEqual([['true', undefined]])
  })

  it('comes back by Undo after it was deleted', async () => {
    await openCampaign()
    answer(deleteVoiceCampaign, undefined as never)
    answer(restoreVoiceCampaign, campaign)
    await page.getByRole('button', { name: 'Delete First calls' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Deleted First calls' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => callsOf(restoreVoiceCampaign).map(({ params }) => params.id)).toEqual([id(1)])
  })

  it('that does not come back by Undo says why', async () => {
    await openCampaign()
    answer(deleteVoiceCampaign, undefined as never)
    answer(restoreVoiceCampaign, refuse('CONFLICT', 'Its queue is gone.'))
    await page.getByRole('button', { name: 'Delete First calls' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Deleted First calls' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Not restored: Its queue is gone.' }))
      .toBeVisible()
  })

  it('is in a list that says why it could not be loaded, and loads it on another try', async () => {
    answer(listVoiceCampaigns, refuse('FORBIDDEN', 'Not you.'))
    await openApp('/voice-campaigns')
    await expect.element(page.getByText('Not you.')).toBeVisible()
    answer(listVoiceCampaigns, { items: [campaign] })
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect.element(page.getByRole('link', { name: 'First calls' })).toBeVisible()
  })

  it('stays when it cannot be deleted', async () => {
    await openCampaign()
    answer(deleteVoiceCampaign, refuse('UNAVAILABLE', 'Busy.'))
    await page.getByRole('button', { name: 'Delete First calls' }).click()
    await expect.element(page.getByText(/Not deleted/).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: 'First calls' })).toBeVisible()
  })
})

describe('the dialog of a campaign', () => {
  beforeEach(() => {
    answer(listCallQueues, { items: [{ ...example(listCallQueues).items[0]!, id: id(2), name: 'Drivers' }] })
    const agent = { ...example(listAgents).items[0]!, kind: 'voice' as const }
    answer(listAgents, {
      items: [
        { ...agent, id: id(3), name: 'Nova', provider: 'vapi' },
        { ...agent, id: id(4), name: 'Bland', provider: 'generic' },
      ],
      nextCursor: null,
      total: { value: 2, atLeast: false },
    })
  })

  it('offers only agents whose provider can call, and sends money in cents', async () => {
    answer(listVoiceCampaigns, { items: [] })
    await openApp('/voice-campaigns')
    await page.getByRole('link', { name: 'Add campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('First calls')
    await dialog.getByRole('combobox', { name: 'Call queue' }).click()
    await page.getByRole('option', { name: 'Drivers' }).click()
    await dialog.getByRole('combobox', { name: 'Voice agent' }).click()
    expect(page.getByRole('option', { name: 'Bland' }).elements()).toEqual([])
    await page.getByRole('option', { name: 'Nova' }).click()
    await dialog.getByRole('textbox', { name: 'Cost a day' }).fill('2000000')
    await dialog.getByRole('textbox', { name: 'Name' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'Cost a day' })).toHaveValue('1000000')
    await dialog.getByRole('textbox', { name: 'Cost a day' }).fill('12.50')
    await dialog.getByRole('textbox', { name: 'Calls kept free' }).fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Enter a number')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Calls kept free' }).fill('2')
    answer(createVoiceCampaign, campaign)
    answer(getVoiceCampaign, campaign)
    answer(forecastVoiceCampaign, forecast)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'First calls' })).toBeVisible()
    expect(callsOf(createVoiceCampaign).map(({ body }) => body)).toEqual([
      {
        name: 'First calls',
        queueId: id(2),
        agentId: id(3),
        maxConcurrent: 5,
        keptFree: 2,
        minutesPerDay: null,
        costPerDay: { minor: 1250, currency: 'USD' },
        onlyWithConsent: true,
      },
    ])
  })

  it('keeps whom it calls and a limit in a currency without cents when only the name is changed', async () => {
    await openCampaign({
      ...campaign,
      onlyWithConsent: false,
      costPerDay: { minor: 5000, currency: 'JPY' },
    })
    await page.getByRole('button', { name: 'Edit First calls' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('textbox', { name: 'Cost a day' })).toHaveValue('5000')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Second calls')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => callsOf(updateVoiceCampaign).map(({ body }) => body))
      .toMatchObject([
        {
          name: 'Second calls',
          onlyWithConsent: false,
          costPerDay: { minor: 5000, currency: 'JPY' },
          version: 4,
        },
      ])
  })

  it('shows what the server refuses within the cost at its field, and what has no field in a toast', async () => {
    await openCampaign()
    const details = { 'costPerDay.minor': ['Enter at most 100'], version: ['Enter the version'] }
    answer(updateVoiceCampaign, refuse('VALIDATION', 'Invalid input', details))
    await page.getByRole('button', { name: 'Edit First calls' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const cost = dialog.getByRole('textbox', { name: 'Cost a day' })
    await expect.element(cost).toHaveAccessibleDescription(/Enter at most 100/)
    await expect.element(cost).toHaveFocus()
    await expect.element(page.getByText('Not saved: Enter the version')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it('keeps what was typed when it is refused, and saves nothing on Cancel', async () => {
    await openCampaign()
    answer(updateVoiceCampaign, refuse('CONFLICT', 'Someone else changed this in the meantime.'))
    await page.getByRole('button', { name: 'Edit First calls' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Minutes a day' }).fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText(/Someone else changed this/).first()).toBeVisible()
    expect(callsOf(updateVoiceCampaign)[0]!.body).toMatchObject({ version: 4, minutesPerDay: null })
    await expect.element(dialog.getByRole('textbox', { name: 'Minutes a day' })).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(updateVoiceCampaign)).toHaveLength(1)
  })
})

describe('Vapi campaigns', () => {
  const at = '2026-11-27T15:00:00.000Z'
  const section = page.getByRole('region', { name: 'Vapi campaigns' })
  const counted = {
    total: 6,
    eligible: 1,
    groups: [
      { reason: 'no_consent' as const, eligible: false, count: 3, lastAnsweredAt: at },
      { reason: 'unknown_person' as const, eligible: false, count: 2, lastAnsweredAt: at },
      { reason: 'ready' as const, eligible: true, count: 1, lastAnsweredAt: at },
    ],
  }

  async function openCampaigns(path = '/voice-campaigns') {
    answer(listVoiceCampaigns, { items: [] })
    await openApp(path)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Voice campaigns' })).toBeVisible()
  }

  it('say why contacts could not be called, and each count opens its contacts', async () => {
    answer(countPredialAnswers, counted)
    const contact = { ...example(listPredialAnswers).items[0]!, queue: { id: id(2), name: 'Drivers' } }
    answer(listPredialAnswers, {
      items: [
        { ...contact, id: id(8), application: { id: id(5), candidateName: 'Petra Person' } },
        { ...contact, id: id(9), application: null, contactId: 'theirs-9' },
      ],
      nextCursor: null,
      total: { value: 2, atLeast: false },
    })
    await openCampaigns()
    await expect.element(section.getByText('6 contacts')).toBeVisible()
    await expect.element(section.getByRole('heading', { name: 'Could be called 1' })).toBeVisible()
    await expect.element(section.getByRole('heading', { name: 'Could not be called 5' })).toBeVisible()
    await expect.element(section.getByRole('link', { name: /^No consent recorded .* 3$/ })).toBeVisible()
    await section.getByRole('link', { name: /^Nobody with this number .* 2$/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Nobody with this number' })
    await expect.element(drawer.getByText('2 contacts')).toBeVisible()
    expect(callsOf(listPredialAnswers).map(({ query }) => query.reason)).toEqual(['unknown_person'])
    await expect
      .element(drawer.getByRole('link', { name: 'Petra Person' }))
      .toHaveAttribute('href', `/applications/${id(5)}`)
    await expect.element(drawer.getByText('Contact theirs-9')).toBeVisible()
    await expect.element(drawer.getByText('Drivers').first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => drawer.elements()).toEqual([])
    await expect.element(section).toBeVisible()
  })

  it('are not mentioned where Vapi never asked', async () => {
    answer(countPredialAnswers, { total: 0, eligible: 0, groups: [] })
    await openCampaigns()
    await expect.poll(() => callsOf(countPredialAnswers).length).toBeGreaterThan(0)
    await expect.element(page.getByRole('heading', { name: 'No voice campaigns yet' })).toBeVisible()
    expect(section.elements()).toEqual([])
  })

  it('list nothing for a reason in the address that does not exist', async () => {
    answer(countPredialAnswers, counted)
    await openCampaigns('/voice-campaigns?answers=constructor')
    await expect.element(section).toBeVisible()
    expect(page.getByRole('dialog').elements()).toEqual([])
    expect(callsOf(listPredialAnswers)).toEqual([])
  })
})

describe('the keys for placing calls', () => {
  it('are sent once and never shown, and Twilio needs its Account SID', async () => {
    answer(listVoiceAccounts, {
      items: (['twilio', 'vapi', 'retell'] as const).map((provider) => ({
        provider,
        accountId: null,
        setAt: null,
      })),
    })
    await openApp('/settings/voice')
    const key = page.getByLabelText('Twilio: Auth token for placing calls')
    await key.fill('a token')
    const form = page.getByRole('region', { name: 'Keys for placing calls' }).getByRole('listitem').first()
    await expect.element(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await form.getByRole('textbox', { name: 'Twilio: Account SID' }).fill('AC1')
    answer(setVoiceAccount, { provider: 'twilio', accountId: 'AC1', setAt: '2026-11-27T15:00:00.000Z' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => callsOf(setVoiceAccount)[0]?.body)
      .toEqual({ apiKey: 'a token', accountId: 'AC1' })
    await expect.element(key).toHaveValue('')
  })
})
