import { createCallQueue, listCallQueues } from '@muster/contract/call-queues.ts'
import {
  createCallingHours,
  deleteCallingHours,
  listCallingHours,
  listCallingPlaces,
  updateCallingHours,
} from '@muster/contract/calling-hours.ts'
import { listCustomFields } from '@muster/contract/custom-fields.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, refuse } from '../testing/server.ts'

const hours = (from: number, to: number, breaks: { from: number; to: number }[] = []) => ({
  from,
  to,
  breaks,
})
const allDay = hours(480, 1260)
const texas = {
  ...{ id: id(2), country: 'US', state: 'TX', placeName: 'Texas', publicHolidays: true },
  ...{
    weekdays: hours(540, 1260),
    saturday: hours(540, 1260),
    sunday: hours(720, 1260),
  },
}
const alabama = {
  ...{ id: id(1), country: 'US', state: 'AL', placeName: 'Alabama', publicHolidays: false },
  ...{ weekdays: hours(480, 1200), saturday: hours(480, 1200), sunday: null },
}
const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Save' })

beforeEach(() => {
  signInAs('admin')
  answer(listCallingHours, { items: [alabama, texas] })
  answer(listCallingPlaces, ({ params }) => ({
    byNumber: params.country === 'US',
    states: params.country === 'US' ? [{ code: 'NY', name: 'New York' }] : [{ code: 'BY', name: 'Bayern' }],
  }))
  answer(createCallingHours, texas)
  answer(updateCallingHours, alabama)
})

async function choose(label: string, option: string) {
  await dialog.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('the calling hours', () => {
  it('say in a sentence when people of each place are called, and that they are no legal advice', async () => {
    await openApp('/settings/calling-hours')
    await expect
      .element(page.getByText('8:00 AM to 8:00 PM · Sunday no calls · public holidays no calls'))
      .toBeVisible()
    await expect.element(page.getByText('9:00 AM to 9:00 PM · Sunday 12:00 PM to 9:00 PM')).toBeVisible()
    await expect.element(page.getByText(/This is no legal advice/)).toBeVisible()
  })

  it('are added for a state', async () => {
    await openApp('/settings/calling-hours')
    await page.getByRole('link', { name: 'Add hours' }).click()
    await choose('State or province', 'New York')
    await choose('Monday to Friday: until', '8:00 PM')
    await dialog.getByRole('checkbox', { name: 'Sunday' }).click()
    await save.click()
    await expect
      .poll(() => callsOf(createCallingHours).map(({ body }) => body))
      .toEqual([
        {
          ...{ country: 'US', state: 'NY', publicHolidays: true },
          ...{ weekdays: hours(480, 1200), saturday: allDay, sunday: null },
        },
      ])
    await expect.poll(() => dialog.elements()).toEqual([])
  })

  it('for a state that phone numbers do not show apply to the country, which the dialog states', async () => {
    await openApp('/settings/calling-hours?add=true')
    await choose('Country', 'Germany')
    await choose('State or province', 'Bayern')
    await expect.element(dialog.getByText(/apply to everybody in the country/)).toBeVisible()
  })

  it('are changed, and what was typed stays when that is refused', async () => {
    answer(updateCallingHours, refuse('UNAVAILABLE', 'Try again'))
    await openApp('/settings/calling-hours')
    await page.getByRole('button', { name: 'Edit the hours of Alabama' }).click()
    await expect.element(dialog.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked()
    await choose('Saturday: from', '10:00 AM')
    await save.click()
    await expect.element(page.getByText(/Try again/).first()).toBeVisible()
    expect(callsOf(updateCallingHours)[0]!.body).toEqual({
      ...{ weekdays: alabama.weekdays, sunday: null, publicHolidays: false },
      saturday: hours(600, 1200),
    })
    await expect.element(dialog.getByRole('combobox', { name: 'Saturday: from' })).toHaveValue('10:00 AM')
  })

  it('have breaks, which the sentence names', async () => {
    answer(listCallingHours, {
      items: [{ ...texas, sunday: hours(720, 1260, [{ from: 900, to: 960 }]) }],
    })
    await openApp('/settings/calling-hours')
    await expect
      .element(page.getByText('9:00 AM to 9:00 PM · Sunday 12:00 PM to 3:00 PM, 4:00 PM to 9:00 PM'))
      .toBeVisible()
    await page.getByRole('button', { name: 'Edit the hours of Texas' }).click()
    await dialog.getByRole('button', { name: 'Monday to Friday: Add break' }).click()
    await choose('Monday to Friday: Break 1 until', '12:30 PM')
    await dialog.getByRole('button', { name: 'Sunday: Remove break 1' }).click()
    await save.click()
    await expect
      .poll(() => callsOf(updateCallingHours)[0]?.body)
      .toMatchObject({
        weekdays: hours(540, 1260, [{ from: 720, to: 750 }]),
        sunday: hours(720, 1260),
      })
  })

  it('say at a break why it is wrong', async () => {
    await openApp('/settings/calling-hours')
    await page.getByRole('button', { name: 'Edit the hours of Texas' }).click()
    await dialog.getByRole('button', { name: 'Saturday: Add break' }).click()
    await choose('Saturday: Break 1 until', '11:00 AM')
    await save.click()
    await expect.element(dialog.getByText('Choose an end after the start')).toBeVisible()
    expect(callsOf(updateCallingHours)).toEqual([])
  })

  it('end after they begin', async () => {
    await openApp('/settings/calling-hours')
    await page.getByRole('button', { name: 'Edit the hours of Texas' }).click()
    await choose('Sunday: until', '11:00 AM')
    await save.click()
    await expect.element(dialog.getByText('Choose an end after the start')).toBeVisible()
    expect(callsOf(updateCallingHours)).toEqual([])
  })

  it('are removed, and come back with Undo', async () => {
    await openApp('/settings/calling-hours')
    await page.getByRole('button', { name: 'Remove the hours of Texas' }).click()
    await expect
      .poll(() => callsOf(deleteCallingHours).map(({ params }) => params))
      .toEqual([{ id: texas.id }])
    await page.getByRole('button', { name: 'Undo' }).click()
    const { id: _, placeName: __, ...body } = texas
    await expect.poll(() => callsOf(createCallingHours).map((each) => each.body)).toEqual([body])
  })

  it('are only read by those who do not manage the workspace', async () => {
    signInAs('recruiter')
    await openApp('/settings/calling-hours')
    await expect.element(page.getByText('Alabama')).toBeVisible()
    expect(page.getByRole('button', { name: /the hours of/ }).elements()).toEqual([])
  })

  it('say why they cannot be shown, and when there are none', async () => {
    answer(listCallingHours, refuse('UNAVAILABLE', 'The service is busy'))
    await openApp('/settings/calling-hours')
    await expect.element(page.getByText('The service is busy')).toBeVisible()
    answer(listCallingHours, { items: [] })
    await page.getByRole('button', { name: /again|Retry/ }).click()
    await expect.element(page.getByText(/No stricter hours/)).toBeVisible()
  })
})

describe('a queue', () => {
  it('is given up to three breaks, and says where the server refuses one', async () => {
    signInAs('recruiter')
    answer(listCallQueues, { items: [] })
    answer(listCustomFields, { items: [] })
    answer(
      createCallQueue,
      refuse('VALIDATION', 'Check', { 'breaks.1': ['Two breaks overlap. Make them one.'] }),
    )
    await openApp('/call-queues?add=true')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drivers')
    const add = dialog.getByRole('button', { name: 'Add break' })
    for (const _ of [1, 2, 3]) await add.click()
    await expect.element(add).toBeDisabled()
    await dialog.getByRole('button', { name: 'Remove break 3' }).click()
    await save.click()
    await expect.poll(() => callsOf(createCallQueue)[0]?.body.breaks?.[0]).toEqual({ from: 720, to: 780 })
    await expect.element(dialog.getByText('Two breaks overlap. Make them one.')).toBeVisible()
    await expect
      .element(dialog.getByRole('combobox', { name: 'Break 2 from' }))
      .toHaveAttribute('aria-invalid', 'true')
  })

  it('is asked whether to call on public holidays', async () => {
    signInAs('recruiter')
    answer(listCallQueues, { items: [] })
    answer(listCustomFields, { items: [] })
    await openApp('/call-queues?add=true')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drivers')
    await dialog.getByRole('checkbox', { name: 'Not on public holidays' }).click()
    await save.click()
    await expect.poll(() => callsOf(createCallQueue)[0]?.body).toMatchObject({ skipHolidays: true })
  })
})
