import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  deleteSourceCost,
  getCostsBySource,
  listSourceCosts,
  setSourceCost,
} from '@muster/contract/source-costs.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, refuse } from '../testing/server.ts'

type Cost = ResponseOf<typeof setSourceCost>

const cost = (source: string, month: string, minor: number, more: Partial<Cost> = {}): Cost => ({
  ...{ id: id(1), source, month, amount: { minor, currency: 'EUR' }, version: 3 },
  ...{ updatedAt: '2026-03-02T10:00:00.000Z', updatedBy: null, ...more },
})

const listOf = (items: Cost[]) => ({
  items,
  nextCursor: null,
  total: { value: items.length, atLeast: false },
})

beforeEach(() => {
  signInAs('admin')
  answer(listApplicationFacets, { sources: ['Referral', 'Job board'], tags: [] })
  answer(listSourceCosts, listOf([cost('Job board', '2026-03', 120_050)]))
  answer(setSourceCost, ({ body }) => cost(body.source, body.month, body.amount.minor, { version: 4 }))
})

const address = '/settings/source-costs?year=2026'
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const saved = () => callsOf(setSourceCost).map(({ body }) => body)
const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

afterEach(() => {
  vi.useRealTimers()
})

describe('the costs of sources', () => {
  it('mark the month that it is where the user is, not in UTC', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 31, 22) })
    await openApp(address)
    const head = (month: string) => page.getByRole('columnheader', { name: month, exact: true })
    await expect.element(head('Mar')).toHaveAttribute('aria-current', 'date')
    await expect.element(head('Apr')).not.toHaveAttribute('aria-current')
  })

  it('are a line for each source of the applications and a column for each month, with sums', async () => {
    await openApp(address)
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
    await expect.element(field('Referral, December 2026')).toHaveValue('')
    await expect.element(rowOf('Job board').getByText('€1,200.50')).toBeVisible()
    expect(rowOf('All sources').getByText('€1,200.50').elements()).toHaveLength(2)
    expect(callsOf(listSourceCosts).map(({ query }) => query)).toEqual([
      { from: '2026-01', to: '2026-12', limit: '200' },
    ])
  })

  it('are read page after page', async () => {
    answer(listSourceCosts, ({ query }) =>
      query?.cursor
        ? listOf([cost('Fair', '2026-05', 700)])
        : { ...listOf([cost('Job board', '2026-03', 100)]), nextCursor: 'next' },
    )
    await openApp(address)
    await expect.element(field('Fair, May 2026')).toHaveValue('7.00')
    await expect.element(field('Job board, March 2026')).toHaveValue('1.00')
  })

  it('are saved in minor units when the field is left, and added up at once', async () => {
    await openApp(address)
    await field('Referral, April 2026').fill('1,300.25')
    await userEvent.tab()
    await expect
      .poll(saved)
      .toEqual([
        { source: 'Referral', month: '2026-04', amount: { minor: 130_025, currency: 'EUR' }, version: null },
      ])
    await expect.element(rowOf('All sources').getByText('€2,500.75')).toBeVisible()
    await expect.element(field('Referral, April 2026')).toHaveValue('1300.25')
  })

  it('are saved by Enter, which goes one line down', async () => {
    await openApp(address)
    await field('Job board, March 2026').fill('99')
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Referral, March 2026')).toHaveFocus()
    await expect
      .poll(saved)
      .toEqual([
        { source: 'Job board', month: '2026-03', amount: { minor: 9900, currency: 'EUR' }, version: 3 },
      ])
    await userEvent.keyboard('5{Enter}')
    await expect.poll(() => saved().length).toBe(2)
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field('Job board, March 2026')).toHaveFocus()
    expect(saved()).toHaveLength(2)
  })

  it('come back as they were with Escape, and are not saved again when nothing changed', async () => {
    await openApp(address)
    await field('Job board, March 2026').fill('5')
    await userEvent.keyboard('{Escape}')
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
    await field('Job board, March 2026').fill('1,200.50')
    await userEvent.tab()
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
    expect(saved()).toEqual([])
  })

  it('are deleted by clearing the field, and come back with Undo', async () => {
    await openApp(address)
    await field('Job board, March 2026').fill('')
    await userEvent.tab()
    await expect
      .poll(() => callsOf(deleteSourceCost).map(({ params, query }) => [params, query]))
      .toEqual([[{ id: id(1) }, { version: '3' }]])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(saved)
      .toEqual([
        { source: 'Job board', month: '2026-03', amount: { minor: 120_050, currency: 'EUR' }, version: null },
      ])
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
  })

  it.each([
    ['many', /Enter an amount, such as 1250.5/],
    ['-3', /Enter an amount of 0 or more/],
    ['9999999999999', /Enter a smaller amount/],
  ])('are not saved as %s, which the screen explains', async (text, message) => {
    await openApp(address)
    await field('Referral, April 2026').fill(text)
    await userEvent.tab()
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible()
    await expect.element(field('Referral, April 2026')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Referral, April 2026')).toHaveValue(text)
    expect(saved()).toEqual([])
    await field('Referral, April 2026').fill('3')
    await userEvent.tab()
    await expect.poll(() => saved().length).toBe(1)
    await expect.poll(() => page.getByRole('alert').elements()).toEqual([])
  })

  it('stay as typed when the server refuses them', async () => {
    answer(setSourceCost, refuse('UNAVAILABLE', 'The service is busy'))
    await openApp(address)
    await field('Referral, April 2026').fill('8')
    await userEvent.tab()
    await expect.element(page.getByText('Referral, April 2026: The service is busy')).toBeVisible()
    await expect.element(field('Referral, April 2026')).toHaveValue('8')
  })

  it('that somebody else changed meanwhile are replaced only after one has seen the new amount', async () => {
    await openApp(address)
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
    answer(setSourceCost, refuse('CONFLICT', 'Someone else changed this', { version: 4 }))
    answer(listSourceCosts, listOf([cost('Job board', '2026-03', 7700, { version: 4 })]))
    await field('Job board, March 2026').fill('50')
    await userEvent.tab()
    await expect.element(page.getByText(/Someone else set this to €77.00 in the meantime/)).toBeVisible()
    await expect.element(field('Job board, March 2026')).toHaveValue('50')
    answer(setSourceCost, cost('Job board', '2026-03', 5000, { version: 5 }))
    await field('Job board, March 2026').click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => saved().map(({ version }) => version)).toEqual([3, 4])
    await expect.poll(() => page.getByText(/Someone else set this/).elements()).toEqual([])
  })

  it('stay as typed when the server denies them', async () => {
    answer(setSourceCost, refuse('FORBIDDEN', 'Costs are locked'))
    await openApp(address)
    await field('Referral, April 2026').fill('8')
    await userEvent.tab()
    await expect.element(page.getByText('Referral, April 2026: Costs are locked')).toBeVisible()
    await expect.element(field('Referral, April 2026')).toHaveValue('8')
  })

  it('are saved once by Enter pressed twice', async () => {
    const respond = answerLater(setSourceCost, cost('Referral', '2026-04', 800, { version: 4 }))
    await openApp(address)
    await field('Referral, April 2026').fill('8')
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(field('Referral, April 2026')).toHaveAttribute('aria-busy', 'true')
    respond()
    await expect.element(field('Referral, April 2026')).not.toHaveAttribute('aria-busy')
    expect(saved()).toHaveLength(1)
  })

  it('that are corrected and left while the first amount is saved are saved too', async () => {
    answer(listSourceCosts, () =>
      listOf(saved().length ? [cost('Referral', '2026-04', 800, { version: 4 })] : []),
    )
    const respond = answerLater(setSourceCost, cost('Referral', '2026-04', 800, { version: 4 }))
    await openApp(address)
    await field('Referral, April 2026').fill('8')
    await userEvent.keyboard('{Enter}')
    await field('Referral, April 2026').fill('9')
    await userEvent.tab()
    respond()
    await expect
      .poll(() => saved().map(({ amount, version }) => [amount.minor, version]))
      .toEqual([
        [800, null],
        [900, 4],
      ])
  })

  it('that somebody else cleared meanwhile are saved only after one has seen that', async () => {
    await openApp(address)
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
    answer(setSourceCost, refuse('CONFLICT', 'Someone else changed this'))
    answer(listSourceCosts, listOf([]))
    await field('Job board, March 2026').fill('50')
    await userEvent.tab()
    await expect.element(page.getByText(/Someone else cleared this cost in the meantime/)).toBeVisible()
    await expect.element(field('Job board, March 2026')).toHaveValue('50')
    await field('Job board, March 2026').click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => saved().map(({ version }) => version)).toEqual([3, null])
  })

  it('can be saved again when what somebody else set could not be read', async () => {
    await openApp(address)
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
    answer(setSourceCost, refuse('CONFLICT', 'Someone else changed this'))
    answer(listSourceCosts, refuse('UNAVAILABLE', 'The service is busy'))
    await field('Job board, March 2026').fill('50')
    await userEvent.tab()
    await expect.element(page.getByText('Job board, March 2026: The service is busy')).toBeVisible()
    await field('Job board, March 2026').click()
    await userEvent.tab()
    await expect.poll(() => saved().length).toBe(2)
  })

  it('that could not be brought back say why', async () => {
    answer(setSourceCost, refuse('FORBIDDEN', 'Costs are locked'))
    await openApp(address)
    await field('Job board, March 2026').fill('')
    await userEvent.tab()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByText('Not restored: Costs are locked')).toBeVisible()
  })

  it('can be entered for a source that no application has yet', async () => {
    await openApp(address)
    await page.getByRole('textbox', { name: 'New source' }).fill(' Fair in May ')
    await page.getByRole('button', { name: 'Add source' }).click()
    await field('Fair in May, May 2026').fill('10')
    await userEvent.tab()
    await expect.poll(() => saved()[0]).toMatchObject({ source: 'Fair in May', month: '2026-05' })
    await page.getByRole('textbox', { name: 'New source' }).fill('Referral')
    await expect.element(page.getByText('This source is in the table already')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Add source' })).toBeDisabled()
  })

  it('of a new source are entered first in the month that it is where the user is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 31, 22) })
    await openApp(address)
    await page.getByRole('textbox', { name: 'New source' }).fill('Fair')
    await page.getByRole('button', { name: 'Add source' }).click()
    await expect.element(field('Fair, May 2026')).toHaveFocus()
  })

  it('in another currency say so, keep it, and are not added up with others', async () => {
    answer(
      listSourceCosts,
      listOf([
        cost('Job board', '2026-02', 100),
        cost('Job board', '2026-03', 200),
        cost('Job board', '2026-04', 300, { id: id(2), amount: { minor: 300, currency: 'USD' } }),
      ]),
    )
    await openApp(address)
    await expect.element(rowOf('Job board').getByText('€3.00')).toBeVisible()
    await expect.element(rowOf('Job board').getByText('$3.00')).toBeVisible()
    await field('Job board, April 2026, USD').fill('4')
    await userEvent.tab()
    await expect.poll(() => saved()[0]?.amount).toEqual({ minor: 400, currency: 'USD' })
    await page.getByRole('combobox', { name: 'Currency of new amounts' }).selectOptions('JPY')
    await field('Referral, April 2026').fill('900')
    await userEvent.tab()
    await expect.poll(() => saved()[1]?.amount).toEqual({ minor: 900, currency: 'JPY' })
  })

  it('are those of the year that one goes to', async () => {
    await openApp(address)
    await page.getByRole('button', { name: 'Previous year' }).click()
    await expect.poll(() => callsOf(listSourceCosts).at(-1)?.query).toMatchObject({ from: '2025-01' })
    await expect.element(field('Referral, December 2025')).toBeVisible()
    expect(location.search).toBe('?year=2025')
  })

  it.each([
    ['while it is saved', '8', /^Referral, April 2026 not saved: The service is busy$/],
    ['as soon as it is typed', '12 or so', /^Referral, April 2026 not saved: ./],
  ])('say that an amount was refused if one goes to another year %s', async (_, text, why) => {
    await openApp(address)
    const respond = answerLater(setSourceCost, refuse('UNAVAILABLE', 'The service is busy'))
    await field('Referral, April 2026').fill(text)
    await page.getByRole('button', { name: 'Previous year' }).click()
    await expect.element(field('Referral, December 2025')).toBeVisible()
    respond()
    await expect.element(page.getByText(why)).toBeVisible()
  })

  it('say what to do where there is no source yet', async () => {
    answer(listApplicationFacets, { sources: [], tags: [] })
    answer(listSourceCosts, listOf([]))
    await openApp(address)
    await expect.element(page.getByText('No sources yet')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'New source' })).toBeVisible()
  })

  it('show the sources with costs first where there are many', async () => {
    const sources = Array.from({ length: 40 }, (_, index) => `Source ${index + 10}`)
    answer(listApplicationFacets, { sources, tags: [] })
    await openApp(address)
    await expect.element(field('Job board, March 2026')).toBeVisible()
    expect(page.getByRole('rowheader').elements()).toHaveLength(2)
    await page.getByRole('button', { name: 'Show all 41 sources' }).click()
    await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(42)
  })

  it('say why they cannot be shown, and load again', async () => {
    answer(listSourceCosts, refuse('FORBIDDEN', 'Only for those who see all'))
    await openApp(address)
    await expect.element(page.getByText('Only for those who see all')).toBeVisible()
    expect(page.getByText('No sources yet').elements()).toEqual([])
    answer(listSourceCosts, listOf([cost('Job board', '2026-03', 120_050)]))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(field('Job board, March 2026')).toHaveValue('1200.50')
  })

  it('have no editor for those who do not manage the workspace', async () => {
    signInAs('recruiter')
    await openApp(address)
    await expect.element(page.getByText(/Requires the .* permission/).first()).toBeVisible()
    expect(page.getByRole('textbox', { name: /2026/ }).elements()).toEqual([])
    expect(callsOf(listSourceCosts)).toEqual([])
  })
})

describe('the report of costs by source', () => {
  const few = { n: 4, isFew: true, amounts: [{ minor: 30_000, currency: 'EUR' }] }
  const many = { n: 40, isFew: false, amounts: [{ minor: 3000, currency: 'EUR' }] }
  const figures = {
    entered: [{ minor: 119_000, currency: 'EUR' }],
    calls: [{ minor: 1000, currency: 'EUR' }],
    total: [
      { minor: 120_000, currency: 'EUR' },
      { minor: 250, currency: 'USD' },
    ],
    perConversation: many,
    perQualified: few,
    perHire: { n: 0, isFew: true, amounts: [] },
  }
  const period = {
    ...{ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z', timezone: 'UTC' },
    ...{ previousFrom: '2026-02-01T00:00:00.000Z', previousTo: '2026-03-01T00:00:00.000Z' },
  }
  const card = page.getByRole('region', { name: 'Costs by source', exact: true })

  let costsOf: (monthsWithoutCosts: string[]) => void
  beforeEach(() => {
    const items = [{ source: 'Job board', ...figures }]
    costsOf = (monthsWithoutCosts) =>
      answer(getCostsBySource, { period, sourceCount: 1, total: figures, monthsWithoutCosts, items })
    costsOf([])
  })

  it.each([
    [['2026-03'], 'no costs entered for March 2026'],
    [['2026-01', '2026-02', '2026-03', '2026-04'], 'no costs entered for 4 of the months'],
  ])('says that costs are missing for %s', async (months, text) => {
    costsOf(months)
    await openApp('/analytics?view=sources')
    await expect.element(card.getByText(`€1,200.00 + $2.50 · ${text}`)).toBeVisible()
  })

  it('has what each source cost, with links to the rows that it is divided by', async () => {
    await openApp('/analytics?view=sources')
    await expect.element(card.getByText('€1,200.00 + $2.50').first()).toBeVisible()
    const perConversation = card.getByRole('link', { name: 'Job board, Per conversation: €30.00 · of 40' })
    await expect.element(perConversation).toBeVisible()
    const link = decodeURIComponent(
      card
        .getByRole('link', { name: /Per qualified application/ })
        .element()
        .getAttribute('href') ?? '',
    )
    expect(link).toContain('counted=qualified')
    expect(link).toContain('countedIn=source=Job')
    await expect.element(card.getByText('– · of 0')).toBeVisible()
  })

  it('greys what is divided by fewer than 10', async () => {
    await openApp('/analytics?view=sources')
    const noteOf = (name: RegExp) =>
      card.getByRole('link', { name }).element().closest('[data-few]')?.hasAttribute('data-few') ?? false
    await expect.element(card.getByRole('link', { name: /Per conversation/ })).toBeVisible()
    expect([noteOf(/Per conversation/), noteOf(/Per qualified application/)]).toEqual([false, true])
  })

  it('says which filters it does not take, without a retry', async () => {
    answer(
      getCostsBySource,
      refuse('VALIDATION', 'Costs are known for whole sources only', { ownerId: ['No'] }),
    )
    await openApp('/analytics?view=sources')
    await expect.element(card.getByText('Costs are known for whole sources only')).toBeVisible()
    expect(card.getByRole('button', { name: 'Retry' }).elements()).toEqual([])
  })

  it('is hidden from those who see only some applications', async () => {
    signInAs('hiring_manager')
    answer(getCostsBySource, refuse('FORBIDDEN', 'Costs are for others'))
    await openApp('/analytics?view=sources')
    await expect.element(page.getByRole('region', { name: 'Source performance', exact: true })).toBeVisible()
    expect(card.elements()).toEqual([])
  })

  it('leads those who manage the workspace to the costs', async () => {
    await openApp('/analytics?view=sources')
    await card.getByRole('link', { name: 'Enter costs' }).click()
    await expect
      .element(page.getByText('What you paid for each source, by month', { exact: false }))
      .toBeVisible()
    signInAs('recruiter')
    await openApp('/analytics?view=sources')
    await expect.element(card.getByText('€1,200.00 + $2.50').first()).toBeVisible()
    expect(card.getByRole('link', { name: 'Enter costs' }).elements()).toEqual([])
  })
})
