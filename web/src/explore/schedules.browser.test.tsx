import {
  createReportSchedule,
  deleteReportSchedule,
  listReportSchedules,
  listReportSendings,
  sendSavedReport,
  updateReportSchedule,
} from '@muster/contract/report-schedules.ts'
import { listSavedReports } from '@muster/contract/saved-reports.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'
import type { ReportSchedule } from './schedule-labels.ts'

const dialog = page.getByRole('dialog')
const address = `/explore?measure=hired&by=source&report=${id(1)}`

let schedules: ReportSchedule[]

function schedule(more: Partial<ReportSchedule> = {}): ReportSchedule {
  const [first] = example(listReportSchedules).items
  return {
    ...first!,
    id: id(5),
    report: { id: id(1), name: 'Hires by source' },
    can: { edit: true },
    frequency: 'weekly',
    weekdays: [1, 5],
    monthDay: null,
    hour: 8,
    timezone: 'Europe/Oslo',
    isPaused: false,
    nextAt: '2026-11-30T07:00:00.000Z',
    recipients: [{ user: { id: id(7), name: 'Vera Viewer' }, state: 'active', unsubscribedAt: null }],
    version: 3,
    ...more,
  }
}

beforeEach(() => {
  const [report] = example(listSavedReports).items
  answer(listSavedReports, {
    items: [
      {
        ...report!,
        id: id(1),
        name: 'Hires by source',
        query: { measure: 'hired', by: ['source'] },
        can: { edit: true },
      },
    ],
  })
  schedules = []
  answer(listReportSchedules, () => ({ items: schedules }))
})

const open = () => page.getByRole('button', { name: 'Schedule', exact: true }).click()

describe('scheduling a report', () => {
  const button = page.getByRole('button', { name: 'Schedule', exact: true })

  it('is not offered for a question that is not saved, and says so', async () => {
    await openApp('/explore?measure=hired&by=source')
    await expect.element(button).toBeDisabled()
    await expect.element(button).toHaveAttribute('title', 'Save the report first')
  })

  it('is not offered for a report with unsaved changes, and says so', async () => {
    await openApp(`/explore?measure=hired&by=owner&report=${id(1)}`)
    await expect.element(button).toHaveAttribute('title', 'Save the changes first: the saved report is sent')
    await expect.element(button).toBeDisabled()
  })

  it('sends what the form says, weekly with its weekdays', async () => {
    await openApp(address)
    await open()
    await dialog.getByRole('button', { name: 'Add schedule' }).click()
    await dialog.getByRole('checkbox', { name: 'Fri' }).click()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Time' }), '17')
    await dialog.getByRole('checkbox', { name: 'Excel file of the rows behind the report' }).click()
    answer(createReportSchedule, schedule())
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await expect
      .poll(() => callsOf(createReportSchedule).map(({ body }) => body))
      .toMatchObject([
        {
          reportId: id(1),
          frequency: 'weekly',
          weekdays: [1, 5],
          monthDay: null,
          hour: 17,
          withPdf: true,
          withRows: false,
        },
      ])
  })

  it('sends a day and no weekdays of a monthly one', async () => {
    await openApp(address)
    await open()
    await dialog.getByRole('button', { name: 'Add schedule' }).click()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Frequency' }), 'monthly')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Day of the month' }), '31')
    await expect.element(dialog.getByText('Shorter months send it on their last day.')).toBeVisible()
    answer(createReportSchedule, schedule())
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await expect
      .poll(() => callsOf(createReportSchedule).map(({ body }) => body))
      .toMatchObject([{ frequency: 'monthly', weekdays: [], monthDay: 31 }])
  })

  it('shows a refusal at the recipients', async () => {
    await openApp(address)
    await open()
    await dialog.getByRole('button', { name: 'Add schedule' }).click()
    answer(createReportSchedule, refuse('VALIDATION', 'No', { recipientIds: ['Rita reviews for a client'] }))
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await expect.element(dialog.getByText('Rita reviews for a client')).toBeVisible()
  })
})

describe('a schedule', () => {
  it('states when and to whom it is sent, and who gets nothing', async () => {
    schedules = [
      schedule({
        recipients: [
          { user: { id: id(7), name: 'Vera Viewer' }, state: 'active', unsubscribedAt: null },
          { user: { id: id(8), name: 'Max Manager' }, state: 'unsubscribed', unsubscribedAt: null },
        ],
      }),
    ]
    await openApp(address)
    await open()
    await expect.element(dialog.getByText(/^Mon(,| and) Fri at 0?8:00.* \(Europe\/Oslo\)$/)).toBeVisible()
    await expect.element(dialog.getByText(/To 2 recipients/)).toBeVisible()
    await expect.element(dialog.getByText('Unsubscribed')).toBeVisible()
  })

  it('that is edited keeps its timezone, and is saved with its version', async () => {
    schedules = [schedule({ timezone: 'Asia/Kathmandu' })]
    await openApp(address)
    await open()
    answer(updateReportSchedule, schedules[0]!)
    await dialog.getByRole('button', { name: /^Actions for Mon/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await expect
      .poll(() => callsOf(updateReportSchedule).map(({ params, body }) => [params.id, body]))
      .toEqual([
        [
          id(5),
          expect.objectContaining({
            timezone: 'Asia/Kathmandu',
            weekdays: [1, 5],
            monthDay: null,
            recipientIds: [id(7)],
            version: 3,
          }),
        ],
      ])
  })

  it.each([
    [false, 1],
    [true, 0],
  ])('says that no mail is sent, unless there is a mail server: %s', async (has, count) => {
    answer(getWorkspace, { ...example(getWorkspace), sendsEmail: has })
    await openApp(address)
    await open()
    await dialog.getByRole('button', { name: 'Add schedule' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Save schedule' })).toBeVisible()
    expect(dialog.getByText('emails are not sent', { exact: false }).elements()).toHaveLength(count)
  })

  it('says on its own clock when it is due next', async () => {
    schedules = [schedule()]
    await openApp(address)
    await open()
    await expect.element(dialog.getByText(/Next Nov 30, 2026, 8:00\sAM/)).toBeVisible()
  })

  it('is paused with its version', async () => {
    schedules = [schedule()]
    await openApp(address)
    await open()
    answer(updateReportSchedule, () => {
      schedules = [schedule({ isPaused: true, nextAt: null, version: 4 })]
      return schedules[0]!
    })
    await dialog.getByRole('button', { name: /^Actions for Mon/ }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect.element(dialog.getByText(/Paused/)).toBeVisible()
    expect(callsOf(updateReportSchedule).map(({ body }) => body)).toEqual([{ isPaused: true, version: 3 }])
  })

  it('shows what each recipient got', async () => {
    schedules = [schedule()]
    const got = (number: number, name: string, outcome: string, mail: string | null) => ({
      user: { id: id(number), name },
      outcome,
      mail,
      endedAt: null,
    })
    answer(listReportSendings, {
      items: [
        {
          id: id(20),
          dueAt: '2026-11-23T07:00:00.000Z',
          deliveries: [
            got(7, 'Vera Viewer', 'sent', 'sent'),
            got(8, 'Max Manager', 'unsubscribed', null),
            got(9, 'Olga Owner', 'empty', 'sent'),
          ],
        },
      ],
    } as never)
    await openApp(address)
    await open()
    await dialog.getByRole('button', { name: 'Show sent emails' }).click()
    await expect.element(dialog.getByText('Sent', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText('Not sent: unsubscribed')).toBeVisible()
    await expect.element(dialog.getByText('Sent: nothing was counted')).toBeVisible()
  })
})

describe('a report that was sent', () => {
  const sent = `/explore?measure=hired&days=28&from=2026-10-01&to=2026-10-28&until=2026-10-28T08:00:00.000Z`

  it('opens with the period that it had, and says so', async () => {
    const { exploreReport } = await import('@muster/contract/explore.ts')
    await openApp(sent)
    await expect.element(page.getByText(/^As of /)).toBeVisible()
    await expect
      .poll(() => callsOf(exploreReport).map(({ query }) => query))
      .toContainEqual(expect.objectContaining({ to: '2026-10-28T08:00:00.000Z', unit: 'day' }))
  })

  it('is as of now again in another period', async () => {
    await openApp(sent)
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Period' }), '7')
    await expect.element(page.getByText(/^As of /)).not.toBeInTheDocument()
  })

  it('is sent to oneself at once', async () => {
    await openApp(address)
    await open()
    answer(sendSavedReport, { id: id(30) })
    await dialog.getByRole('button', { name: 'Send to me now' }).click()
    await expect.element(page.getByText(/will be in your mailbox/)).toBeVisible()
    expect(callsOf(sendSavedReport).map(({ params }) => params)).toEqual([{ id: id(1) }])
  })
})

describe('the schedules of all users', () => {
  const openAll = async () => {
    await openApp('/explore')
    await page.getByRole('button', { name: 'Reports', exact: true }).click()
    await dialog.getByRole('button', { name: 'Schedules of all users' }).click()
  }
  const menu = dialog.getByRole('button', { name: /^Actions for Hires by source: / })

  beforeEach(() => {
    signInAs('admin')
    schedules = [schedule({ owner: { id: id(8), name: 'Olga Owner' }, can: { edit: false } })]
  })

  it('name the report and who added each, and are not those of one report', async () => {
    await openAll()
    await expect.element(dialog.getByText(/added by Olga Owner/)).toBeVisible()
    await expect.element(dialog.getByRole('heading', { name: 'Hires by source' })).toBeVisible()
    expect(callsOf(listReportSchedules).at(-1)!.query).toEqual({ all: 'true' })
  })

  it('can be paused and deleted, not edited', async () => {
    await openAll()
    answer(updateReportSchedule, ({ body }) => {
      schedules = [{ ...schedules[0]!, isPaused: body.isPaused ?? false, version: 4 }]
      return schedules[0]!
    })
    await menu.click()
    await expect.element(page.getByRole('menuitem', { name: 'Pause' })).toBeVisible()
    expect(page.getByRole('menuitem', { name: 'Edit' }).elements()).toEqual([])
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect.element(dialog.getByText(/· Paused$/)).toBeVisible()
    expect(callsOf(updateReportSchedule).map(({ body }) => body)).toEqual([{ isPaused: true, version: 3 }])
    answer(deleteReportSchedule, () => {
      schedules = []
      return undefined as never
    })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete schedule' }).click()
    await expect.element(dialog.getByText('No schedules')).toBeVisible()
    expect(callsOf(deleteReportSchedule).map(({ params }) => params)).toEqual([{ id: id(5) }])
  })

  it('that could not be loaded say why, and are asked for again', async () => {
    answer(listReportSchedules, refuse('UNAVAILABLE', 'The database is busy.'))
    await openAll()
    await expect.element(dialog.getByText('The database is busy.')).toBeVisible()
    answer(listReportSchedules, () => ({ items: schedules }))
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByText(/added by Olga Owner/)).toBeVisible()
  })

  it('are offered to those who manage the workspace alone', async () => {
    signInAs('recruiter')
    await openApp('/explore')
    await page.getByRole('button', { name: 'Reports', exact: true }).click()
    await expect.element(dialog.getByText('Hires by source')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Schedules of all users' }).elements()).toEqual([])
  })
})
