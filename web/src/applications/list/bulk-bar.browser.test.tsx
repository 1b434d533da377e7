import { exportSelectedApplications } from '@muster/contract/application-export.ts'
import { bulkApplications, selectApplications } from '@muster/contract/application-selection.ts'
import { listApplications } from '@muster/contract/applications.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerFields, fieldOf } from '../../testing/custom-fields.ts'
import { type ApplicationRow, applicationsOf, id, listFrom } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, callsOf, example } from '../../testing/server.ts'

let rows: ApplicationRow[] = []

const dialog = page.getByRole('dialog')
const bar = page.getByRole('region', { name: 'Selected applications' })
const toastOf = (text: string) => page.getByRole('status').filter({ hasText: text })
const act = (name: string) => bar.getByRole('button', { name, exact: true })
const sent = () => callsOf(bulkApplications).map(({ body }) => body.action)

let visits = 0

beforeEach(() => {
  rows = applicationsOf('Ada', 'Björn', 'Chloé')
  answer(
    listApplications,
    listFrom(() => rows),
  )
  answer(bulkApplications, ({ body }) => ({
    changed: body.applicationIds.length,
    refused: [],
    batchId: id(900),
  }))
})

/** Each list has a filter of its own, since a list remembers its selection. */
async function select(...names: string[]) {
  visits += 1
  await openApp(`/applications?q=bulk${visits}&late=true`)
  for (const name of names)
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click()
  await expect.element(bar).toBeVisible()
}

describe('several applications', () => {
  it('are left without an owner', async () => {
    await select('Ada', 'Björn')
    await act('Assign').click()
    await page.getByRole('option', { name: 'Unassigned' }).click()
    await expect.poll(sent).toEqual([{ kind: 'assign', ownerId: null }])
    await expect.element(toastOf('Unassigned 2 applications')).toBeVisible()
  })

  it('that were refused something else than a move are named too', async () => {
    answer(bulkApplications, ({ body }) => ({
      changed: 1,
      refused: [
        {
          ...example(bulkApplications).refused[0]!,
          ...{ applicationId: body.applicationIds[1]!, message: 'Not yours.', missing: [] },
        },
      ],
      batchId: id(900),
    }))
    await select('Ada', 'Björn')
    await act('Assign').click()
    await page.getByRole('option', { name: 'Unassigned' }).click()
    await expect.element(dialog.getByText('Björn')).toBeVisible()
    await expect.element(dialog.getByText(/^Not yours\./)).toBeVisible()
  })

  it('are exported as selected, with the shown columns or all', async () => {
    await select('Ada', 'Chloé')
    const csv = async (hidden: boolean) => {
      await act('Export').click()
      if (hidden) await page.getByRole('menuitemcheckbox', { name: 'Include hidden columns' }).click()
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    }
    await csv(false)
    await csv(true)
    const exports = () => callsOf(exportSelectedApplications)
    await expect.poll(() => exports().length).toBe(2)
    expect(exports().map(({ body }) => body.applicationIds)).toEqual([
      [id(100), id(102)],
      [id(100), id(102)],
    ])
    expect(exports()[0]!.query.columns).toBeDefined()
    expect(exports()[1]!.query.columns).toBeUndefined()
  })

  it('are not exported by those who may not export', async () => {
    const all = effectivePermissions('recruiter', [], [])
    signInAs(
      'recruiter',
      all.filter((permission) => permission !== 'applications:export'),
    )
    await select('Ada')
    await expect.element(act('Close…')).toBeVisible()
    expect(act('Export').elements()).toEqual([])
  })

  it('are no longer everything that matches once another filter is set', async () => {
    // The next page never comes.
    answer(listApplications, (request) =>
      request.query.cursor
        ? new Promise(() => {})
        : { ...listFrom(() => rows)(request), nextCursor: 'next', total: { value: 4, atLeast: false } },
    )
    answer(selectApplications, {
      ...example(selectApplications),
      applicationIds: [100, 101, 102, 103].map(id),
      positionIds: [rows[0]!.position.id],
      able: Object.fromEntries(
        Object.keys(example(selectApplications).able).map((each) => [each, 4]),
      ) as never,
      closed: 0,
    })
    await select('Ada', 'Björn', 'Chloé')
    await bar.getByRole('button', { name: /^Select all/ }).click()
    await expect.element(bar.getByText('4 selected')).toBeVisible()
    rows = rows.slice(0, 2)
    answer(
      listApplications,
      listFrom(() => rows),
    )
    visits += 1
    await page.getByRole('main').getByRole('searchbox').fill(`bulk${visits}`)
    await expect.element(bar.getByText('2 selected')).toBeVisible()
    await act('Assign').click()
    await page.getByRole('option', { name: 'Unassigned' }).click()
    await expect
      .poll(() => callsOf(bulkApplications).map(({ body }) => body.applicationIds))
      .toEqual([[id(100), id(101)]])
  })
})

describe('a custom field of several applications', () => {
  const choose = async (option: string) => {
    await dialog.getByRole('combobox', { name: 'Field', exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const clear = dialog.getByRole('button', { name: 'Clear field' })

  beforeEach(async () => {
    const required = { always: true, fromStatusType: null, outcomes: [] }
    const fields = [
      fieldOf(1, { key: 'shift', label: 'Shift', subject: 'application' }),
      fieldOf(2, { key: 'site', label: 'Site', subject: 'application', required }),
    ]
    answerFields(() => fields)
    await select('Ada', 'Björn')
    await act('Edit field…').click()
  })

  it('does not take what was typed for another one', async () => {
    await choose('Shift')
    await dialog.getByRole('textbox', { name: 'Shift' }).fill('Nights')
    await choose('Site')
    await expect.element(dialog.getByRole('textbox', { name: 'Site' })).toHaveValue('')
    await expect.element(dialog.getByRole('button', { name: 'Set field' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Site' }).fill('Oslo')
    await dialog.getByRole('button', { name: 'Set field' }).click()
    await expect.poll(sent).toEqual([{ kind: 'setFields', customFields: { site: 'Oslo' } }])
  })

  it('is emptied, unless it is always required', async () => {
    await choose('Site')
    await expect.element(dialog.getByRole('textbox', { name: 'Site' })).toBeVisible()
    expect(clear.elements()).toEqual([])
    await choose('Shift')
    await clear.click()
    await expect.poll(sent).toEqual([{ kind: 'setFields', customFields: { shift: null } }])
  })
})

describe('closing', () => {
  const radio = (name: string) => dialog.getByRole('radio', { name, exact: true })

  beforeEach(async () => {
    const [reason] = example(listReasons).items
    answer(listReasons, {
      ...example(listReasons),
      items: [
        { ...reason!, id: id(701), party: 'us', name: 'No licence', hidden: false },
        { ...reason!, id: id(703), party: 'company', name: 'Rate', hidden: false },
      ],
    })
    await select('Ada')
    await act('Close…').click()
    await expect.element(radio('Rejected by us')).toBeVisible()
  })

  it('is by the keys of the choices, but digits in the note are text', async () => {
    await userEvent.keyboard('1')
    await expect.element(radio('Rejected by us')).toBeChecked()
    await expect.element(radio('No licence')).toBeVisible()
    const note = dialog.getByRole('textbox', { name: 'Note' })
    await note.fill('Starts ')
    await userEvent.keyboard('1 2{Backspace}5')
    await expect.element(note).toHaveValue('Starts 1 5')
    await expect.element(radio('Rejected by us')).toBeChecked()
    await expect.element(radio('No licence')).not.toBeChecked()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    // No reason is chosen yet.
    await expect.element(dialog.getByText('Choose a reason')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('takes no reason of another outcome', async () => {
    await radio('Rejected by us').click()
    await radio('No licence').click()
    await radio('Declined by company').click()
    await dialog.getByRole('button', { name: 'Close application' }).click()
    await expect.element(dialog.getByText('Choose a reason')).toBeVisible()
    await radio('Rate').click()
    await dialog.getByRole('button', { name: 'Close application' }).click()
    await expect
      .poll(sent)
      .toEqual([{ kind: 'close', disposition: 'declined_by_company', reasonId: id(703), note: null }])
  })
})
