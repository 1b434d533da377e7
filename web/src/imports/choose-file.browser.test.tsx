import { analyzeImport } from '@muster/contract/imports.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, example, offline, refuse } from '../testing/server.ts'

const people = new File(['Name\nAna Ortiz\n'], 'people.csv', { type: 'text/csv' })
const retry = page.getByRole('button', { name: 'Retry' })

const choose = () => userEvent.upload(page.getByLabelText('File to import'), people)

describe('a file to import', () => {
  beforeEach(() => openApp('/imports/new'))

  it('that cannot be read is refused with why, and not sent again', async () => {
    answer(analyzeImport, refuse('VALIDATION', 'This is no table.'))
    await choose()
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent(/people\.csv cannot be imported.*This is no table\./)
    expect(retry.elements()).toEqual([])
  })

  it.each([
    ['the connection is lost', offline],
    ['the server is busy', refuse('UNAVAILABLE', 'Try again in a moment.')],
  ])('is sent again on request when %s', async (_, fails) => {
    answer(analyzeImport, fails)
    await choose()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/people\.csv was not uploaded/)
    answer(analyzeImport, example(analyzeImport))
    await retry.click()
    await expect.poll(() => new URLSearchParams(location.search).get('draft')).not.toBeNull()
  })
})
