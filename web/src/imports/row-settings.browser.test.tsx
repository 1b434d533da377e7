import { previewImport } from '@muster/contract/import-preview.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { columnOf, openImportDraft } from '../testing/import-draft.ts'
import { signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example } from '../testing/server.ts'

const position = page.getByRole('combobox', { name: 'Position', exact: true })
const sent = () => callsOf(previewImport).at(-1)?.body

function answerPositions() {
  const [one] = example(listPositions).items
  answer(listPositions, { ...example(listPositions), items: [{ ...one!, id: id(1), name: 'Driver' }] })
}

describe('the position of all rows', () => {
  it('is created instead of the one chosen before', async () => {
    answerPositions()
    await openImportDraft({}, { settings: { positionId: id(1) } })
    await position.click()
    await page.getByRole('option', { name: 'New position…' }).click()
    await page.getByRole('textbox', { name: /^Name of the new position/ }).fill('Night driver')
    await page.getByRole('combobox', { name: /^Company of the new position/ }).fill('Acme')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect.poll(sent).toMatchObject({
      positionId: null,
      create: { position: { name: 'Night driver', companyName: 'Acme' } },
    })
  })

  it('is a new one only for those who may create positions', async () => {
    signInAs(
      'recruiter',
      effectivePermissions('recruiter', [], []).filter((each) => each !== 'positions:write'),
    )
    answerPositions()
    await openImportDraft({})
    await position.click()
    await expect.element(page.getByRole('option', { name: /^Driver/ })).toBeVisible()
    expect(page.getByRole('option', { name: 'New position…' }).elements()).toEqual([])
  })
})

const unknownPositions = {
  columns: [columnOf(0, 'Name', 'fullName'), columnOf(1, 'Job', 'position')],
  values: {
    position: [
      { value: 'Driver', count: 9, match: id(1) },
      { value: 'Cook', count: 2, match: null },
    ],
  },
}

describe('positions of the file that nobody knows', () => {
  it('are listed first', async () => {
    answerPositions()
    await openImportDraft(unknownPositions)
    await expect.element(page.getByLabelText('Import Cook as')).toBeVisible()
    const named = [...document.querySelectorAll('select[aria-label]')].map((each) => each.ariaLabel)
    expect(named.indexOf('Import Cook as')).toBeGreaterThan(-1)
    expect(named.indexOf('Import Cook as')).toBeLessThan(named.indexOf('Import Driver as'))
  })

  it('are created at once by those who may create positions', async () => {
    answerPositions()
    await openImportDraft(unknownPositions)
    await expect.element(page.getByRole('button', { name: 'Create 1 position' })).toBeVisible()
  })

  it('are not offered to be created by others', async () => {
    signInAs(
      'recruiter',
      effectivePermissions('recruiter', [], []).filter((each) => each !== 'positions:write'),
    )
    answerPositions()
    await openImportDraft(unknownPositions)
    await expect.element(page.getByRole('button', { name: 'Do not import the rest' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Create 1 position' }).elements()).toEqual([])
  })
})
