import { getAgent } from '@muster/contract/agents.ts'
import { listApplications } from '@muster/contract/applications.ts'
import { getCallQueue } from '@muster/contract/call-queues.ts'
import { getCompany } from '@muster/contract/companies.ts'
import { listCustomFields } from '@muster/contract/custom-fields.ts'
import { getVoiceCampaign } from '@muster/contract/voice-campaigns.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../../testing/server.ts'

const chip = page.getByRole('button', { name: 'Filter', exact: true })
const options = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)

describe('the list of filters', () => {
  it('is searched, and Enter adds the first match', async () => {
    await openApp('/applications')
    await chip.click()
    await expect.poll(() => options().length).toBeGreaterThan(20)
    const field = page.getByRole('combobox', { name: 'Search filters' })
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('sour')
    await expect.poll(options).toEqual(['Source'])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox', { name: 'Source' })).toHaveFocus()
  })

  it('says that nothing matches, and is whole again when it reopens', async () => {
    await openApp('/applications')
    await chip.click()
    await expect.poll(() => options().length).toBeGreaterThan(20)
    const all = options()
    await userEvent.keyboard('zzz')
    await expect.element(page.getByText('Nothing found')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(chip).toHaveFocus()
    await chip.click()
    await expect.poll(options).toEqual(all)
  })

  it('is never cut off: its last entry can be scrolled into view', async () => {
    await openApp('/applications')
    await chip.click()
    await expect.poll(() => options().length).toBeGreaterThan(20)
    const last = [...document.querySelectorAll('[role="option"]')].at(-1)!
    last.scrollIntoView({ block: 'nearest' })
    await expect.poll(() => last.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight)
  })
})

const filters = page.getByRole('region', { name: 'Filters' })
const address = () => Object.fromEntries(new URLSearchParams(location.search))
/** The filters that the list was last loaded with. */
const asked = () => callsOf(listApplications).findLast(({ query }) => query?.sort === 'dueAt')?.query

describe('the filters of the list', () => {
  beforeEach(async () => {
    signInAs('recruiter')
    await openApp('/applications?open=true&late=true&neverContacted=true&createdWithin=7&q=Ada&sort=dueAt')
    await expect.element(filters.getByRole('button', { name: 'Remove Overdue' })).toBeVisible()
    await expect.poll(asked).toBeDefined()
  })

  it('are read from the address', () => {
    expect(asked()).toMatchObject({ open: 'true', late: 'true', neverContacted: 'true', q: 'Ada' })
    expect(asked()).toHaveProperty('createdFrom')
  })

  it('are removed one by one: the others, the search and the order stay', async () => {
    await filters.getByRole('button', { name: 'Remove Overdue' }).click()
    await expect.poll(asked).not.toHaveProperty('late')
    expect(asked()).toMatchObject({ open: 'true', neverContacted: 'true', q: 'Ada' })
    expect(address()).toMatchObject({ open: 'true', createdWithin: '7', q: 'Ada', sort: 'dueAt' })
  })

  it('list closed applications too when the state is removed', async () => {
    await filters.getByRole('button', { name: 'Remove State' }).click()
    await expect.poll(asked).not.toHaveProperty('open')
    expect(asked()).toMatchObject({ late: 'true', neverContacted: 'true' })
    expect(address().open).toBe('all')
  })

  it('keep each other when one changes', async () => {
    await filters.getByRole('button', { name: 'Called before no' }).click()
    await page.getByRole('radio', { name: 'Yes' }).click()
    await expect.poll(asked).toMatchObject({ neverContacted: 'false', late: 'true', open: 'true' })
  })

  it('replace a range of days by another', async () => {
    await openApp('/applications?createdFrom=2026-11-01&createdTo=2026-11-08&sort=dueAt')
    await filters.getByRole('button', { name: /^Created/ }).click()
    await page.getByRole('radio', { name: 'Last 30 days' }).click()
    await expect.poll(() => address().createdWithin).toBe('30')
    expect(Object.keys(address())).not.toContain('createdTo')
    await expect.poll(asked).not.toHaveProperty('createdTo')
  })

  it('stay when the search changes', async () => {
    await page.getByRole('searchbox', { name: 'Search applications' }).fill('Bo')
    await expect.poll(asked).toMatchObject({ q: 'Bo', late: 'true', neverContacted: 'true' })
  })
})

describe('the filters that a report links to', () => {
  const address = `/applications?agentId=${id(1)}&queueId=${id(2)}&campaignId=${id(3)}`

  it('name the agent, the call queue and the voice campaign', async () => {
    signInAs('owner')
    answer(getAgent, { ...example(getAgent), name: 'Night agent' })
    answer(getCallQueue, { ...example(getCallQueue), name: 'Drivers' })
    answer(getVoiceCampaign, { ...example(getVoiceCampaign), name: 'First calls' })
    await openApp(address)
    for (const name of ['Agent Night agent', 'Call queue Drivers', 'Voice campaign First calls'])
      await expect.element(filters).toMatchTextContent(name)
  })

  it('count what is gone, what the user may not see, and several', async () => {
    signInAs('viewer', ['applications:read', 'agents:read'])
    answer(getAgent, refuse('NOT_FOUND', 'No agent with this ID'))
    await openApp(`${address},${id(4)}`)
    for (const name of ['Agent 1 selected', 'Call queue 1 selected', 'Voice campaign 2 selected'])
      await expect.element(filters).toMatchTextContent(name)
    expect([...callsOf(getCallQueue), ...callsOf(getVoiceCampaign)]).toEqual([])
  })

  it('say that calls have no agent', async () => {
    signInAs('owner')
    await openApp('/applications?callAgentId=none')
    await expect.element(filters).toMatchTextContent('Agent none')
  })
})

it('a filter that was added and has no value yet leaves the console clean', async () => {
  const warn = vi.spyOn(console, 'warn')
  await openApp('/applications')
  await chip.click()
  await page.getByRole('option', { name: 'Overdue' }).click()
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeVisible()
  expect(warn.mock.calls).toEqual([])
})

it('offers no filter that is already set, and none without its permission', async () => {
  signInAs('viewer', ['applications:read', 'positions:read'])
  await openApp('/applications?late=true')
  await chip.click()
  await expect.poll(options).toContain('Status')
  for (const hidden of ['Overdue', 'Owner', 'Deleted']) expect(options()).not.toContain(hidden)
})

describe('the chip of a list that a number opened', () => {
  const from = 'countedFrom=2019-11-01T00:00:00.000Z&countedTo=2019-11-29T00:00:00.000Z&countedTimezone=UTC'
  const chipWith = (text: string) => filters.getByRole('button', { name: `Counted ${text}` })

  it.each([
    ['counted=hired', 'Hires, Nov 1 – 28, 2019'],
    ['counted=hired&countedIn=source%3DReferral', 'Hires, Source: Referral, Nov 1 – 28, 2019'],
    ['counted=hired&countedIn=source!%3DReferral', 'Hires, Source: All others, Nov 1 – 28, 2019'],
    ['counted=hired&countedIn=owner', 'Hires, Owner: Unassigned, Nov 1 – 28, 2019'],
    [
      'counted=closedWithoutHire&countedIn=disposition%3Dwithdrawn&countedIn=weekday%3D1',
      'Closed without a hire, Outcome: Withdrawn, Weekday: Monday, Nov 1 – 28, 2019',
    ],
    ['counted=contactRate', 'Contact rate (denominator), Nov 1 – 28, 2019'],
    ['counted=contactRate.part', 'Contact rate (numerator), Nov 1 – 28, 2019'],
    ['counted=timeToHire&countedValueFrom=2&countedValueTo=4', 'Time to hire, 2–4 d, Nov 1 – 28, 2019'],
    ['counted=timeToFirstCall&countedValueFrom=14', 'Time to first call, 14 h or more, Nov 1 – 28, 2019'],
    [
      'counted=newApplications&countedReached=qualified&countedDays=7',
      'New applications, reached Qualified within 7 days, Nov 1 – 28, 2019',
    ],
  ])('names what %s counts', async (counted, text) => {
    await openApp(`/applications?open=all&${counted}&${from}`)
    await expect.element(chipWith(text)).toBeVisible()
  })

  it('names the company of the cell', async () => {
    answer(getCompany, ({ params }) => ({ ...example(getCompany), id: params.id, name: 'Northwind' }))
    await openApp(`/applications?open=all&counted=hired&countedIn=company%3D${id(7)}&${from}`)
    await expect.element(chipWith('Hires, Company: Northwind, Nov 1 – 28, 2019')).toBeVisible()
  })

  it('names the option of the custom field of the cell', async () => {
    const { items } = example(listCustomFields)
    const options = [{ ...items[0]!.options[0]!, id: id(8), label: 'Nights' }]
    const field = { ...items[0]!, key: 'shift', label: 'Shift', type: 'choice' as const, options }
    answer(listCustomFields, ({ query }) => ({
      ...example(listCustomFields),
      items: query?.subject === 'application' ? [{ ...field, subject: 'application' as const }] : [],
    }))
    await openApp(`/applications?open=all&counted=hired&countedIn=field.shift%3D${id(8)}&${from}`)
    await expect.element(chipWith('Hires, Shift: Nights, Nov 1 – 28, 2019')).toBeVisible()
  })

  it('says so if a newer version counts what this one does not know', async () => {
    await openApp(`/applications?open=all&counted=somethingNew&${from}`)
    await expect.element(chipWith('in a report')).toBeVisible()
  })
})
