import { deleteGoal, exportGoals, getOpeningsForecast, listGoals, setGoal } from '@muster/contract/goals.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../../testing/server.ts'
import type { Goal } from './goals.ts'

const goals = page.getByRole('region', { name: 'Goals', exact: true })
const forecast = page.getByRole('region', { name: 'Forecast of openings' })
const dialog = page.getByRole('dialog')

const span = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-05T12:00:00.000Z' }

function goalOf(more: Partial<Goal> = {}): Goal {
  const [goal] = example(listGoals).items
  return {
    ...goal!,
    id: id(1),
    position: { id: id(7), name: 'Nurse', company: { id: id(8), name: 'Lakeside' }, state: 'open' },
    owner: null,
    measure: 'submitted',
    period: 'week',
    target: 10,
    dueOn: null,
    progress: { ...span, actual: 4, expected: 6, daysOver: 3, days: 5, state: 'behind' },
    previous: { from: '2026-02-23T00:00:00.000Z', to: '2026-02-26T12:00:00.000Z', actual: 7 },
    version: 3,
    ...more,
  }
}

function answerGoals(...items: Goal[]) {
  answer(listGoals, { ...example(listGoals), items, nextCursor: null })
}

type Forecast = ReturnType<typeof example<typeof getOpeningsForecast>>['items'][number]

function answerForecast(more: Partial<Forecast> = {}) {
  const whole = example(getOpeningsForecast)
  const item: Forecast = {
    position: { id: id(7), name: 'Nurse', company: { id: id(8), name: 'Lakeside' }, state: 'open' },
    openings: 5,
    filled: 2,
    left: 3,
    types: [{ type: 'interview', count: 6, n: 40, hired: 20, isFew: false, isOwn: true }],
    expected: 3,
    low: 1,
    high: 5,
    chance: 0.66,
    isFew: false,
    outlook: 'uncertain',
    ...more,
  }
  answer(getOpeningsForecast, { ...whole, ...span, items: [item], nextCursor: null })
}

beforeEach(() => {
  answerGoals(goalOf())
  answerForecast()
})

const searchOf = (link: ReturnType<typeof page.getByRole>) =>
  new URL((link.element() as HTMLAnchorElement).href).searchParams

describe('goals', () => {
  it('say how much is done, how much is due by now, and that it is behind', async () => {
    await openApp('/analytics?view=goals')
    await expect.element(goals.getByText('Lakeside · Submitted · Each week')).toBeVisible()
    await expect.element(goals.getByText('of 10')).toBeVisible()
    await expect.element(goals.getByText('6 expected by now')).toBeVisible()
    await expect.element(goals.getByText('Behind')).toBeVisible()
    await expect.element(goals.getByText('3 of 5 working days')).toBeVisible()
  })

  it('open the rows that they count, of this period and of the one before', async () => {
    await openApp('/analytics?view=goals')
    const actual = goals.getByRole('link', { name: '4 of 10: Submitted, Nurse' })
    await expect.element(actual).toBeVisible()
    expect(Object.fromEntries(searchOf(actual))).toMatchObject({
      counted: 'submitted',
      countedFrom: span.from,
      countedTo: span.to,
      countedIn: `position=${id(7)}`,
    })
    const before = goals.getByRole('link', { name: /^7 at this point last time/ })
    expect(searchOf(before).get('countedTo')).toBe('2026-02-26T12:00:00.000Z')
  })

  it('open the hires that fill openings, of a goal by date', async () => {
    answerGoals(goalOf({ measure: 'hired', period: 'date', dueOn: '2026-06-30', previous: null, target: 5 }))
    await openApp('/analytics?view=goals')
    await expect.element(goals.getByText(/Openings filled · by/)).toBeVisible()
    const link = goals.getByRole('link', { name: /^4 of 5/ })
    expect(Object.fromEntries(searchOf(link))).toMatchObject({ fillsOpening: 'true', positionId: id(7) })
  })

  it('neither ask for a period nor for filters, which would change nothing', async () => {
    await openApp('/analytics?view=goals')
    await expect.element(goals).toBeVisible()
    expect(page.getByRole('combobox', { name: 'Period' }).elements()).toEqual([])
  })

  it('are changed with the version that was read', async () => {
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: /^Actions for the goal of Nurse/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabelText('Target').fill('12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => callsOf(setGoal).at(-1)?.body)
      .toEqual({
        positionId: id(7),
        ownerId: null,
        measure: 'submitted',
        period: 'week',
        target: 12,
        version: 3,
      })
  })

  it('stay in the form when the server refuses them, with the reason', async () => {
    answer(setGoal, refuse('VALIDATION', 'Enter how many', { target: ['Too many'] }))
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: /^Actions for the goal of Nurse/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Too many')).toBeVisible()
  })

  it('are not sent without a position', async () => {
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: 'Add goal' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Choose a position')).toBeVisible()
    expect(callsOf(setGoal)).toEqual([])
  })

  it('ask for a date instead of a target by date, which owners do not have', async () => {
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: 'Add goal' }).click()
    await userEvent.selectOptions(dialog.getByLabelText('Period'), 'By a date')
    await expect.element(dialog.getByLabelText('Fill all openings by')).toBeVisible()
    expect(dialog.getByLabelText('Target').elements()).toEqual([])
    await userEvent.selectOptions(dialog.getByLabelText('Goal of'), 'An owner')
    await expect.element(dialog.getByLabelText('Target')).toBeVisible()
    expect(dialog.getByRole('option', { name: 'By a date' }).elements()).toEqual([])
  })

  it('are deleted, and set again by Undo', async () => {
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: /^Actions for the goal of Nurse/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => callsOf(deleteGoal).at(-1)).toMatchObject({ params: { id: id(1) } })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect
      .poll(() => callsOf(setGoal).at(-1)?.body)
      .toMatchObject({ positionId: id(7), measure: 'submitted', period: 'week', target: 10, version: null })
  })

  it('are exported with the permission alone', async () => {
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: 'Export Goals' }).click()
    await page.getByRole('menuitem', { name: 'Excel workbook (XLSX)' }).click()
    await expect
      .poll(() => callsOf(exportGoals).map(({ query }) => query))
      .toMatchObject([{ format: 'xlsx' }])
    signInAs('viewer', ['reports:read'])
    await openApp('/analytics?view=goals')
    await expect.element(goals.getByText('of 10')).toBeVisible()
    expect(goals.getByRole('button', { name: 'Export Goals' }).elements()).toEqual([])
  })

  it('cannot be set without the permission, not even by the address', async () => {
    signInAs('recruiter')
    answerGoals()
    await openApp('/analytics?view=goals&add=true')
    await expect.element(goals.getByText('No goals yet')).toBeVisible()
    expect(goals.getByRole('button', { name: 'Add goal' }).elements()).toEqual([])
    expect(dialog.elements()).toEqual([])
  })
})

describe('the forecast', () => {
  it('has its definition, its range and the chance', async () => {
    await openApp('/analytics?view=goals')
    await expect
      .element(forecast.getByText(/^The open applications of the position in each stage/))
      .toBeVisible()
    await expect.element(forecast.getByText('80% range: 1–5')).toBeVisible()
    await expect.element(forecast.getByText('66% chance to fill all')).toBeVisible()
  })

  it('opens its calculation, with the rows of each number', async () => {
    await openApp('/analytics?view=goals')
    await forecast.getByRole('button', { name: 'Calculation for Nurse' }).click()
    const decided = forecast.getByRole('link', { name: 'of 40 decided that reached Interview' })
    await expect.element(decided).toBeVisible()
    expect(Object.fromEntries(searchOf(decided))).toMatchObject({
      closedFrom: span.from,
      closedTo: span.to,
      reachedType: 'interview',
      positionId: id(7),
    })
    const hired = forecast.getByRole('link', { name: '20 hired who reached Interview' })
    expect(searchOf(hired).get('disposition')).toBe('hired')
    const now = forecast.getByRole('link', { name: '6 in Interview' })
    expect(Object.fromEntries(searchOf(now))).toMatchObject({ positionId: id(7), statusType: 'interview' })
  })

  it('is grey with the reason where too few were decided', async () => {
    answerForecast({
      isFew: true,
      types: [{ type: 'offer', count: 1, n: 4, hired: 3, isFew: true, isOwn: false }],
    })
    await openApp('/analytics?view=goals')
    await expect.element(forecast.getByRole('img', { name: /fewer than 10 decided/ }).first()).toBeVisible()
  })

  it('expects nothing where nothing was decided', async () => {
    answerForecast({ expected: null, low: null, high: null, chance: null, outlook: 'unknown', isFew: true })
    await openApp('/analytics?view=goals')
    await expect.element(forecast.getByText('No history yet')).toBeVisible()
    expect(forecast.getByText(/80% range/).elements()).toEqual([])
  })

  it('is hidden from those who see only some applications', async () => {
    answer(getOpeningsForecast, refuse('FORBIDDEN', 'No'))
    await openApp('/analytics?view=goals')
    await expect.element(goals).toBeVisible()
    await expect.poll(() => forecast.elements()).toEqual([])
  })
})
