import { exploreReport } from '@muster/contract/explore.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerFields, fieldOf, optionsOf } from '../testing/custom-fields.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const license = fieldOf(1, {
  key: 'license',
  label: 'License class',
  type: 'choice',
  options: optionsOf('CDL-A', 'CDL-B'),
})
const pay = fieldOf(2, {
  subject: 'application',
  key: 'pay',
  label: 'Expected pay',
  type: 'money',
  currency: 'USD',
})
const remote = fieldOf(3, { subject: 'position', key: 'remote', label: 'Remote', type: 'boolean' })

beforeEach(() => {
  answerFields(() => [license, pay, remote])
})

const grouping = (name: string) => page.getByRole('combobox', { name, exact: true })
/** Answers with one figure, without groups. */
function answerTotal() {
  const { measures, ...rest } = example(exploreReport)
  const total = { ...measures[0]!.cells[0]!, row: null, column: null, previous: null }
  const measured = { ...measures[0]!, unit: 'number' as const, summary: null, cells: [total] }
  answer(exploreReport, { ...rest, by: [], rows: [], columns: [], measures: [measured] })
}

const lastQuery = () => callsOf(exploreReport).at(-1)?.query
/** The filter of each question; without rows, Explore also asks without each filter. */
const filters = () => callsOf(exploreReport).map(({ query }) => query?.field)

describe('the custom fields in Explore', () => {
  it('are groupings under their label, if they have groups', async () => {
    await openApp('/explore?measure=newApplications')
    const first = grouping('First grouping')
    await first.selectOptions('License class')
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'New applications by License class' }))
      .toBeVisible()
    await expect.poll(() => lastQuery()?.by).toEqual('candidate.license')
    await grouping('Second grouping').selectOptions('Remote')
    await expect.poll(() => lastQuery()?.by).toEqual(['candidate.license', 'position.remote'])
    expect(first.element().textContent).not.toContain('Expected pay')
    expect(grouping('Second grouping').element().textContent).not.toContain('License class')
  })

  it('are filters, which the question keeps in its address', async () => {
    await openApp('/explore?measure=newApplications&by=source')
    await page.getByRole('button', { name: 'Field', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Expected pay' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('4,500')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Expected pay at least $4,500' })).toBeVisible()
    await expect.poll(filters).toContain('pay:gte:450000')
    expect(location.search).toContain('field=pay')
  })

  it('that are gone are named as unknown, and another grouping can be chosen', async () => {
    answer(exploreReport, refuse('VALIDATION', 'field.gone: There is no field with this key to group by'))
    await openApp('/explore?measure=newApplications&by=field.gone')
    await expect
      .element(page.getByText('field.gone: There is no field with this key to group by'))
      .toBeVisible()
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'New applications by Unknown field' }))
      .toBeVisible()
    await grouping('First grouping').selectOptions('Source')
    await expect.poll(() => lastQuery()?.by).toEqual('source')
  })

  it('of numbers and money are summarized over the applications of a measure', async () => {
    const { measures, ...rest } = example(exploreReport)
    const summary = {
      field: 'field.pay',
      aggregate: 'average',
      label: 'Expected pay',
      unit: null,
      currency: 'USD',
    } as const
    answer(exploreReport, () => ({
      ...rest,
      by: [],
      rows: [],
      columns: [],
      measures: [
        {
          ...measures[0]!,
          measure: 'newApplications' as const,
          unit: 'money' as const,
          summary,
          cells: [
            {
              row: null,
              column: null,
              value: 5_250_050,
              n: 4,
              part: null,
              p90: null,
              rows: 4,
              isFew: true,
              previous: null,
            },
          ],
        },
      ],
    }))
    await openApp('/explore?measure=newApplications&chart=table&compared=no')
    await grouping('Figure').selectOptions('average of Expected pay')
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'New applications: average of Expected pay' }))
      .toBeVisible()
    await expect.poll(lastQuery).toMatchObject({ of: 'field.pay', aggregate: 'average' })
    const value = page.getByRole('link', { name: '$52,500.50' })
    await expect.element(value).toHaveAttribute('title', 'Fewer than 10: too few to compare')
    expect(value.element().getAttribute('href')).toContain('pay%3Afilled')
    expect(location.search).toContain('of=field.pay')
  })

  it('of candidates and calls are summarized where a measure counts them', async () => {
    const years = fieldOf(4, { subject: 'candidate', key: 'years', label: 'Years', type: 'number' })
    const cost = fieldOf(5, { subject: 'call', key: 'cost', label: 'Cost', type: 'money', currency: 'USD' })
    answerFields(() => [license, pay, years, cost])
    answerTotal()
    await openApp('/explore?measure=newApplications&chart=table&compared=no')
    const figure = grouping('Figure')
    await figure.selectOptions('median of Years')
    await expect.poll(lastQuery).toMatchObject({ of: 'candidate.years', aggregate: 'median' })
    const titles = () => [...figure.element().querySelectorAll('optgroup')].map(({ label }) => label)
    expect(titles()).toEqual(['Application fields · Expected pay', 'Candidate fields · Years'])
    await grouping('Measure').selectOptions('Calls placed')
    await expect.poll(() => lastQuery()?.measure).toBe('callsPlaced')
    expect(lastQuery()).not.toHaveProperty('of')
    await figure.selectOptions('sum of Cost')
    await expect.poll(lastQuery).toMatchObject({ of: 'call.cost', aggregate: 'sum' })
    expect(titles()).toEqual(['Call costs', 'Call fields · Cost'])
    await grouping('Measure').selectOptions('Call minutes')
    await expect.element(figure).not.toBeInTheDocument()
  })

  it('are not summarized over calls, and the count is shown again', async () => {
    answerTotal()
    await openApp('/explore?measure=newApplications&of=field.pay&aggregate=sum')
    await grouping('Measure').selectOptions('Calls placed')
    await expect.poll(() => lastQuery()?.measure).toBe('callsPlaced')
    expect(lastQuery()).not.toHaveProperty('of')
    await expect.element(grouping('Figure')).toHaveValue('')
    expect(location.search).not.toContain('aggregate')
  })

  it('are not needed to summarize the costs of calls', async () => {
    answerFields(() => [])
    answerTotal()
    await openApp('/explore?measure=newApplications')
    await grouping('Measure').selectOptions('Conversations')
    await grouping('Figure').selectOptions('sum of Call costs')
    await expect.poll(lastQuery).toMatchObject({ measure: 'conversations', of: 'callCost', aggregate: 'sum' })
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Conversations: sum of Call costs' }))
      .toBeVisible()
    expect(location.search).toContain('of=callCost')
    await grouping('Measure').selectOptions('Call minutes')
    await expect.element(grouping('Figure')).not.toBeInTheDocument()
  })

  it('that are hidden are named as unknown where a report summarizes them', async () => {
    answer(
      exploreReport,
      refuse('VALIDATION', 'field.gone: There is no field of numbers or money with this key'),
    )
    await openApp('/explore?measure=hired&of=field.gone&aggregate=sum')
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Hires: sum of Unknown field' }))
      .toBeVisible()
    await grouping('Figure').selectOptions('the count')
    await expect.poll(() => lastQuery()?.of).toBeUndefined()
  })

  it('are removed from the filters again', async () => {
    await openApp('/explore?measure=newApplications&field=pay:gte:450000')
    await expect.poll(filters).toContain('pay:gte:450000')
    await page.getByRole('button', { name: 'Remove Expected pay' }).click()
    await expect.poll(() => location.search).not.toContain('field')
  })
})
