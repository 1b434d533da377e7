import { analyzeImport } from '@muster/contract/imports.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'

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

  it('is not sent any further once one leaves the page', async () => {
    const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort')
    answerLater(analyzeImport, example(analyzeImport))
    await choose()
    await expect.poll(() => callsOf(analyzeImport)).toHaveLength(1)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect.poll(() => abort.mock.calls.length).toBeGreaterThan(0)
    abort.mockRestore()
  })
})
