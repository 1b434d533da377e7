import { listCalls } from '@muster/contract/calls.ts'
import { getCompany, listCompanies } from '@muster/contract/companies.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { firstReportRows, maxReportRows } from '@muster/contract/report-query.ts'
import { exportSourceEffectiveness, getSourceEffectiveness } from '@muster/contract/reports.ts'
import { getCostsBySource } from '@muster/contract/source-costs.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'

const sources = page.getByRole('region', { name: 'Source performance' })
const costs = page.getByRole('region', { name: 'Costs by source' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const asked = () => callsOf(getSourceEffectiveness).map(({ query }) => query)
const address = () => Object.fromEntries(new URLSearchParams(location.search))

/** Opens the sources of a custom range of ten days. */
async function open(more = '') {
  await openApp(`/analytics?view=sources&from=2026-03-11&to=2026-03-20${more}`)
  await expect.element(sources).toBeVisible()
}

const empty = { ...example(getSourceEffectiveness), items: [], sourceCount: 0 }

beforeEach(() => {
  const more = { ...example(getSourceEffectiveness), sourceCount: 25 }
  answer(getSourceEffectiveness, ({ query }) => ({
    ...more,
    items: Array.from({ length: query.limit ? 25 : firstReportRows }, (_, n) => ({
      ...more.items[0]!,
      source: `Fair ${n + 1}`,
    })),
  }))
})

describe('the period of the reports', () => {
  const first = page.getByLabelText('Report dates').getByLabelText('Start date')

  it('is not changed by half a range, nor by one that ends before it begins', async () => {
    await open()
    const before = asked().length
    await first.fill('2026-03-25')
    await expect.element(first).toHaveAttribute('aria-invalid', 'true')
    await expect.element(first).toHaveValue('2026-03-25')
    await first.fill('2026-03-15')
    await expect.poll(address).toMatchObject({ from: '2026-03-15', to: '2026-03-20' })
    await expect.element(first).toHaveAttribute('aria-invalid', 'false')
    await expect.poll(() => asked().length).toBe(before + 1)
  })

  it('is replaced by one relative to today', async () => {
    await open()
    await page.getByLabelText('Period').selectOptions('28')
    await expect.poll(address).toEqual({ view: 'sources', days: '28' })
    expect(first.elements()).toEqual([])
  })

  it('stays with its filters in another view, the calls behind a figure do not', async () => {
    await open(`&companyId=${exampleId}&tables=true&calls=answered%3Dtrue`)
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
    await expect.poll(() => address().calls).toBeUndefined()
    await openApp(`/analytics?view=sources&days=7&companyId=${exampleId}&calls=answered%3Dtrue`)
    await expect.element(page.getByRole('link', { name: 'Outcomes', exact: true })).toBeInTheDocument()
    const href = page.getByRole('link', { name: 'Outcomes', exact: true }).element().getAttribute('href')!
    expect(Object.fromEntries(new URL(href, location.href).searchParams)).toEqual({
      ...{ view: 'endings', days: '7', companyId: exampleId },
    })
  })
})

describe('a comparison', () => {
  const compare = page.getByLabelText('Comparison', { exact: true })

  it('with a range of one’s own begins with the days right before', async () => {
    await open()
    await compare.selectOptions('dates')
    await expect.poll(address).toMatchObject({ otherFrom: '2026-03-01', otherTo: '2026-03-10' })
    await expect.poll(() => asked().length).toBe(2)
    expect(asked()[1]?.from).not.toBe(asked()[0]?.from)
    const last = page.getByLabelText('Comparison dates').getByLabelText('End date')
    await last.fill('2026-03-05')
    await expect.poll(address).toMatchObject({
      ...{ from: '2026-03-11', to: '2026-03-20', otherFrom: '2026-03-01', otherTo: '2026-03-05' },
    })
    await expect
      .element(sources.getByRole('heading', { level: 3, name: /^Mar 1\b.* to Mar 5\b/ }))
      .toBeVisible()
    await compare.selectOptions('')
    await expect.poll(address).toEqual({ view: 'sources', from: '2026-03-11', to: '2026-03-20' })
  })

  it('with another position waits until one is chosen, and keeps the first', async () => {
    await open(`&positionId=${id(7)}`)
    await compare.selectOptions('position')
    await expect.element(page.getByLabelText('Position to compare')).toHaveValue('')
    expect(asked()).toHaveLength(1)
    await page.getByLabelText('Position to compare').selectOptions(exampleId)
    await expect.poll(() => asked().map(({ positionId }) => positionId)).toEqual([id(7), exampleId])
  })

  it('with another position is not offered to those who may not read positions', async () => {
    signInAs(
      'recruiter',
      effectivePermissions('recruiter', [], []).filter((permission) => permission !== 'positions:read'),
    )
    await open()
    const options = [...(compare.element() as HTMLSelectElement).options].map(({ value }) => value)
    expect(options).toEqual(['', 'previous', 'dates'])
    expect(page.getByRole('button', { name: /^Position/ }).elements()).toEqual([])
  })

  it('says which side is empty, and shows the other', async () => {
    answer(getSourceEffectiveness, ({ query }) => (query.former ? empty : example(getSourceEffectiveness)))
    await open('&compare=previous')
    await expect.element(sources.getByText('No data for this period')).toBeVisible()
    await expect.element(sources.getByRole('button', { name: /as a table/ })).toBeVisible()
  })

  it('exports both of its sides', async () => {
    await open('&compare=previous')
    await button('Export Source performance').click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() => callsOf(exportSourceEffectiveness).map(({ query }) => query.former ?? null))
      .toEqual([null, 'true'])
  })
})

describe('a report', () => {
  it('is exported with its period and filters, by those who may export', async () => {
    await open(`&companyId=${exampleId}`)
    await button('Export Source performance').click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() => callsOf(exportSourceEffectiveness).map(({ query }) => query))
      .toMatchObject([{ companyId: exampleId, from: asked()[0]!.from }])
    signInAs(
      'recruiter',
      effectivePermissions('recruiter', [], []).filter((permission) => permission !== 'reports:export'),
    )
    await open()
    await expect.element(button('Show Source performance as a table')).toBeVisible()
    expect(button('Export Source performance').elements()).toEqual([])
  })

  it('that the user may not see is left out, and the others are shown', async () => {
    answer(getCostsBySource, refuse('FORBIDDEN', 'Not for you'))
    await open()
    expect(costs.elements()).toEqual([])
    expect(page.getByText('Not for you').elements()).toEqual([])
  })

  it('that does not take a filter says so, without an offer to load it again', async () => {
    answer(getCostsBySource, refuse('VALIDATION', 'Costs are not known by owner'))
    await open()
    await expect.element(costs.getByText('Not available with these filters')).toBeVisible()
    await expect.element(costs.getByText('Costs are not known by owner')).toBeVisible()
    expect(costs.getByRole('button', { name: 'Retry' }).elements()).toEqual([])
  })

  it('that fails is loaded again alone', async () => {
    answer(getCostsBySource, refuse('CONFLICT', 'Costs are being counted'))
    await open()
    await expect.element(costs.getByText('Costs are being counted')).toBeVisible()
    answer(getCostsBySource, example(getCostsBySource))
    await costs.getByRole('button', { name: 'Retry' }).click()
    await expect.element(costs.getByRole('button', { name: /as a table/ })).toBeVisible()
    expect(asked()).toHaveLength(1)
  })

  it('without data is cleared of its filters in one step, in its view', async () => {
    answer(getSourceEffectiveness, empty)
    await open(`&companyId=${exampleId}`)
    expect(sources.getByRole('button', { name: /as a table/ }).elements()).toEqual([])
    await sources.getByRole('button', { name: 'Show all data for the last 12 months' }).click()
    await expect.poll(address).toEqual({ view: 'sources', days: '365' })
    await expect.element(sources.getByText('No data for this period')).toBeVisible()
    await expect
      .poll(() => sources.getByRole('button', { name: 'Show all data for the last 12 months' }).elements())
      .toEqual([])
  })

  it('shows all of its rows, then the first again', async () => {
    await open()
    await expect.element(sources.getByText('Fair 20')).toBeVisible()
    expect(asked()[0]).not.toHaveProperty('limit')
    await sources.getByRole('button', { name: 'Show all 25' }).click()
    await expect.element(sources.getByText('Fair 25')).toBeVisible()
    expect(asked()[1]).toMatchObject({ limit: String(maxReportRows) })
    await sources.getByRole('button', { name: 'Show the first 20' }).click()
    await expect.poll(() => sources.getByText('Fair 25').elements()).toEqual([])
    expect(callsOf(getCostsBySource)).toHaveLength(1)
  })

  it('keeps its figures until those of the next period are there', async () => {
    await open()
    await expect.element(sources.getByText('Fair 20')).toBeVisible()
    const respond = answerLater(getSourceEffectiveness, empty)
    await page.getByLabelText('Period').selectOptions('7')
    await expect.poll(() => asked().length).toBe(2)
    await expect.element(sources).toHaveAttribute('aria-busy', 'true')
    await expect.element(sources.getByText('Fair 20')).toBeVisible()
    respond()
    await expect.element(sources.getByText('No data for this period')).toBeVisible()
  })

  it('is a table where all are, unless it is turned back', async () => {
    await open()
    await button('Show as tables').click()
    await expect.poll(() => address().tables).toBe('true')
    await expect.element(sources.getByRole('table')).toBeVisible()
    await button('Show Source performance as a table').click()
    await expect.poll(() => sources.getByRole('table').elements()).toEqual([])
    await expect.element(costs.getByRole('table')).toBeVisible()
    await button('Show as tables').click()
    await expect.poll(() => address().tables).toBeUndefined()
  })

  it('leads to the costs only those who enter them', async () => {
    await open()
    await expect.element(costs.getByRole('link', { name: 'Enter costs' })).toBeVisible()
    signInAs('recruiter')
    await open()
    await expect.element(costs).toBeVisible()
    expect(costs.getByRole('link', { name: 'Enter costs' }).elements()).toEqual([])
  })
})

it('the filter of a report names a company that is not among those offered', async () => {
  answer(getCompany, ({ params }) => ({ ...example(getCompany), id: params.id, name: 'Far Haulage' }))
  answer(listCompanies, { ...example(listCompanies), nextCursor: 'next' })
  await open(`&companyId=${id(44)}`)
  await expect.element(page.getByRole('button', { name: /^Company .*Far Haulage/ })).toBeVisible()
})

it('the calls behind a figure have the title of the figure', async () => {
  answer(listCalls, offline)
  for (const [calls, title] of [
    ['weekday=7&hour=23', 'Calls on Sunday, 11 PM'],
    ['outcome=interested&answered=true', 'Interested'],
    ['answered=true', 'Calls answered'],
    ['conversation=true&answered=true', 'Conversations'],
    ['direction=outbound', 'Calls placed'],
  ] as const) {
    await openApp(`/analytics?view=calls&calls=${encodeURIComponent(calls)}`)
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
  }
})
