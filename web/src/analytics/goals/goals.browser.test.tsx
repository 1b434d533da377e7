import { deleteGoal, exportGoals, getOpeningsForecast, listGoals, setGoal } from '@muster/contract/goals.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { listUsers } from '@muster/contract/users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../../testing/server.ts'
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
    filledOn: { day: '2019-01-12', earliest: '2018-12-20', latest: '2019-03-03' },
    ...more,
  }
  const sums = { positions: 4, openings: 21, filled: 8, left: 13, expected: 9.5, unknown: 1 }
  answer(getOpeningsForecast, { ...whole, ...span, items: [item], nextCursor: null, sums, onHold: 2 })
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
    expect(searchOf(before).get('countedFrom')).toBe('2026-02-23T00:00:00.000Z')
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

describe('a new goal', () => {
  const save = dialog.getByRole('button', { name: 'Save' })
  const lastBody = () => callsOf(setGoal).at(-1)?.body

  beforeEach(async () => {
    const [position] = example(listPositions).items
    answer(listPositions, { ...example(listPositions), items: [{ ...position!, id: id(7), name: 'Nurse' }] })
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: 'Add goal' }).click()
    await expect.element(save).toBeVisible()
  })

  async function choosePosition() {
    await dialog.getByRole('combobox', { name: 'Position' }).click()
    await page.getByRole('option', { name: /^Nurse/ }).click()
  }

  it('of a position is sent once by a double click, and is in the list', async () => {
    const respond = answerLater(setGoal, goalOf())
    await choosePosition()
    await dialog.getByLabelText('Target').fill('3')
    await save.dblClick()
    answerGoals(goalOf(), goalOf({ id: id(2), measure: 'hired', target: 3 }))
    respond()
    await expect.element(goals.getByText('of 3', { exact: true })).toBeVisible()
    await expect.poll(() => dialog.elements()).toEqual([])
    const whole = { positionId: id(7), measure: 'hired', period: 'month', target: 3, version: null }
    expect(callsOf(setGoal).map(({ body }) => body)).toEqual([whole])
  })

  it('without a target, a date or an owner is not sent', async () => {
    await choosePosition()
    await save.click()
    await expect.element(dialog.getByText('Enter how many')).toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('Period'), 'By a date')
    await save.click()
    await expect.element(dialog.getByText('Enter the date')).toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('Goal of'), 'An owner')
    await dialog.getByLabelText('Target').fill('3')
    await save.click()
    await expect.element(dialog.getByText('Choose an owner')).toBeVisible()
    expect(callsOf(setGoal)).toEqual([])
  })

  it('by a date counts hires, whatever was chosen before', async () => {
    await choosePosition()
    await userEvent.selectOptions(dialog.getByLabelText('Measure'), 'Submitted')
    await userEvent.selectOptions(dialog.getByLabelText('Period'), 'By a date')
    await dialog.getByLabelText('Fill all openings by').fill('2026-06-30')
    await save.click()
    const whole = { positionId: id(7), measure: 'hired', period: 'date', dueOn: '2026-06-30', version: null }
    await expect.poll(lastBody).toEqual(whole)
  })

  it('is not set on Cancel, and neither is a changed one', async () => {
    await dialog.getByLabelText('Target').fill('3')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    await goals.getByRole('button', { name: /^Actions for the goal of Nurse/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabelText('Target').fill('12')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(setGoal)).toEqual([])
  })
})

describe('the owner of a new goal', () => {
  const owner = dialog.getByRole('combobox', { name: 'Owner' })
  const option = (name: RegExp) => page.getByRole('option', { name })
  const [someone] = example(listUsers).items
  const users = ['Ada', 'Ben', 'Zoe', 'Yan'].map((name, n) => ({
    ...someone!,
    ...{ id: id(30 + n), name, role: 'recruiter' as const },
  }))
  const listOf = (items: typeof users) => ({ ...example(listUsers), items, nextCursor: null })

  beforeEach(async () => {
    // Zoe and Yan are beyond the first users of the list: they are found by searching alone.
    answer(listUsers, ({ query }) =>
      listOf(query?.q ? users.filter(({ name }) => name.startsWith(query.q!)) : users.slice(0, 2)),
    )
    await openApp('/analytics?view=goals')
    await goals.getByRole('button', { name: 'Add goal' }).click()
    await userEvent.selectOptions(dialog.getByLabelText('Goal of'), 'An owner')
    await owner.click()
    await expect.element(option(/^Ada/)).toBeVisible()
  })

  it('is an active colleague, not somebody of a client', async () => {
    expect(callsOf(listUsers).at(-1)?.query).toMatchObject({ status: 'active' })
    answer(listUsers, listOf([users[0]!, { ...users[1]!, role: 'client_reviewer' as never }]))
    await openApp('/analytics?view=goals&add=true')
    await userEvent.selectOptions(dialog.getByLabelText('Goal of'), 'An owner')
    await owner.click()
    await expect.element(option(/^Ada/)).toBeVisible()
    expect(option(/^Ben/).elements()).toEqual([])
  })

  it('is sent without the position that was chosen before', async () => {
    await option(/^Ben/).click()
    await dialog.getByLabelText('Target').fill('3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => callsOf(setGoal).at(-1)?.body)
      .toEqual({ ownerId: id(31), measure: 'hired', period: 'month', target: 3, version: null })
  })

  it('stays shown when only a search finds them, and another can be searched for', async () => {
    await owner.fill('Zoe')
    await option(/^Zoe/).click()
    await dialog.getByLabelText('Target').click()
    await expect.element(owner).toHaveValue('Zoe · Recruiter')
    await owner.click()
    await expect.element(option(/^Ada/)).toBeVisible()
    await expect.element(owner).toHaveValue('Zoe · Recruiter')
    await owner.fill('Yan')
    await option(/^Yan/).click()
    await expect.element(owner).toHaveValue('Yan · Recruiter')
  })
})

describe('a goal', () => {
  const menu = goals.getByRole('button', { name: /^Actions for the goal of/ })

  async function remove() {
    await openApp('/analytics?view=goals')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }

  const ofOwner = { position: null, owner: { id: id(9), name: 'Ada' } }
  const byDate = { measure: 'hired', period: 'date', dueOn: '2026-06-30', previous: null } as const

  it('of an owner opens the rows of this owner, and of the time before', async () => {
    answerGoals(goalOf(ofOwner))
    await openApp('/analytics?view=goals')
    const actual = goals.getByRole('link', { name: /^4 of 10/ })
    await expect.element(actual).toBeVisible()
    expect(searchOf(actual).get('countedIn')).toBe(`owner=${id(9)}`)
  })

  it('that is reached expects nothing more', async () => {
    answerGoals(goalOf({ progress: { ...goalOf().progress, actual: 11, state: 'reached' } }))
    await openApp('/analytics?view=goals')
    await expect.element(goals.getByText('of 10')).toBeVisible()
    expect(goals.getByText(/expected by now/).elements()).toEqual([])
  })

  it('is neither edited nor deleted without the permission', async () => {
    signInAs('viewer', ['reports:read'])
    await openApp('/analytics?view=goals')
    await expect.element(goals.getByText('of 10')).toBeVisible()
    expect(menu.elements()).toEqual([])
  })

  it('leaves the list once it is deleted', async () => {
    answer(deleteGoal, () => {
      answerGoals()
      return undefined as never
    })
    await remove()
    await expect.element(goals.getByText('No goals yet')).toBeVisible()
  })

  it('that cannot be deleted is said to be there still, as it is now', async () => {
    answer(deleteGoal, () => {
      answerGoals(goalOf({ target: 12 }))
      return refuse('CONFLICT', 'Someone changed it')()
    })
    await remove()
    await expect.element(page.getByText('Not deleted: Someone changed it')).toBeVisible()
    await expect.element(goals.getByText('of 12')).toBeVisible()
  })

  it.each([
    ['an owner', ofOwner, { ownerId: id(9), measure: 'submitted', period: 'week', target: 10 }],
    ['a date', byDate, { positionId: id(7), measure: 'hired', period: 'date', dueOn: '2026-06-30' }],
  ])('of %s is back after Undo', async (_, more, aim) => {
    const goal = goalOf(more)
    answerGoals(goal)
    answer(deleteGoal, () => {
      answerGoals()
      return undefined as never
    })
    answer(setGoal, () => {
      answerGoals(goal)
      return goal
    })
    await remove()
    await expect.element(goals.getByText('No goals yet')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.element(menu).toBeVisible()
    expect(callsOf(setGoal).map(({ body }) => body)).toEqual([{ ...aim, version: null }])
  })

  it('that Undo cannot set again is said to be lost', async () => {
    answer(setGoal, refuse('CONFLICT', 'Position not found'))
    await remove()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.element(page.getByText('Not restored: Position not found')).toBeVisible()
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

  it('says so where nobody is in a stage, or nobody before them was decided', async () => {
    answerForecast({ types: [] })
    await openApp('/analytics?view=goals')
    await forecast.getByRole('button', { name: 'Calculation for Nurse' }).click()
    await expect.element(forecast.getByText('The position has no open applications.')).toBeVisible()
    const none = { type: 'interview', count: 6, n: 0, hired: 0, isFew: true, isOwn: false } as const
    answerForecast({ types: [none] })
    await openApp('/analytics?view=goals')
    await forecast.getByRole('button', { name: 'Calculation for Nurse' }).click()
    const all = forecast.getByRole('link', { name: 'of 0 decided that reached Interview' })
    await expect.element(all).toBeVisible()
    expect(searchOf(all).get('positionId')).toBeNull()
    await expect.element(forecast.getByRole('cell', { name: '–' })).toBeVisible()
  })

  it('says why it failed to load, and loads again', async () => {
    answer(getOpeningsForecast, refuse('RATE_LIMITED', 'Too many requests'))
    await openApp('/analytics?view=goals')
    await expect.element(forecast.getByText('Too many requests')).toBeVisible()
    answerForecast()
    await forecast.getByRole('button', { name: 'Retry' }).click()
    await expect.element(forecast.getByText('80% range: 1–5')).toBeVisible()
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
    answerForecast({
      ...{ expected: null, low: null, high: null, chance: null, filledOn: null },
      ...{ outlook: 'unknown', isFew: true },
    })
    await openApp('/analytics?view=goals')
    await expect.element(forecast.getByText('No history yet')).toBeVisible()
    expect(forecast.getByText(/80% range/).elements()).toEqual([])
  })

  const cells = () =>
    [...document.querySelectorAll('[data-label="Filled by"]')].map((each) => each.textContent)

  it.each<[string, Partial<Forecast>, string]>([
    ['its range', {}, 'Jan 12, 201980% range: Dec 20, 2018 to Mar 3, 2019'],
    [
      'no end of the range',
      { filledOn: { day: '2019-01-12', earliest: '2019-01-02', latest: null } },
      'Jan 12, 201980% range: from Jan 2, 2019',
    ],
    [
      'the same day',
      { filledOn: { day: '2019-01-12', earliest: '2019-01-12', latest: '2019-01-12' } },
      'Jan 12, 201980% range: Jan 12, 2019',
    ],
    [
      'too few candidates',
      { chance: 0.2, filledOn: { day: null, earliest: '2019-05-05', latest: null } },
      'Not with today’s candidates10% chance by May 5, 2019',
    ],
    ['a longer time', { filledOn: { day: null, earliest: null, latest: null } }, 'Not within 12 months'],
    ['too little history', { isFew: true, filledOn: null }, 'Too few decided applications'],
    ['no history', { expected: null, chance: null, filledOn: null }, '–'],
    ['nothing left', { left: 0, chance: null, filledOn: null }, '–'],
  ])('says when the openings are filled, with %s', async (_, more, text) => {
    answerForecast(more)
    await openApp('/analytics?view=goals')
    await expect.poll(cells).toEqual([text])
  })

  it('defines the day on screen', async () => {
    await openApp('/analytics?view=goals')
    await expect.element(forecast.getByText(/^Filled by: The day by which all openings left/)).toBeVisible()
  })

  it('has a total of all open positions, which opens its rows', async () => {
    await openApp('/analytics?view=goals')
    const total = forecast.getByRole('row', { name: /^4 open positions/ })
    await expect.element(total.getByText('9.5')).toBeVisible()
    await expect.element(total.getByText('without 1 position without history')).toBeVisible()
    const filled = total.getByRole('link', { name: '8 of 21 filled: all open positions' })
    expect(Object.fromEntries(searchOf(filled))).toMatchObject({
      fillsOpening: 'true',
      positionState: 'open',
    })
  })

  it('names the positions on hold that it leaves out, with a link to them', async () => {
    await openApp('/analytics?view=goals')
    const link = forecast.getByRole('link', { name: '2 positions on hold' })
    await expect.element(link).toBeVisible()
    expect(searchOf(link).getAll('state')).toEqual(['on_hold'])
  })

  it('is hidden from those who see only some applications', async () => {
    answer(getOpeningsForecast, refuse('FORBIDDEN', 'No'))
    await openApp('/analytics?view=goals')
    await expect.element(goals).toBeVisible()
    await expect.poll(() => forecast.elements()).toEqual([])
  })
})
