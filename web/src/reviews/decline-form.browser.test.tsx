import { decideSubmission } from '@muster/contract/applications.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { ada, dan, person, submit } from '../testing/reviews.ts'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const form = page.getByRole('form', { name: 'Decline Ada Moreno' })
const note = form.getByRole('textbox', { name: 'Note' })
const decline = form.getByRole('button', { name: 'Decline', exact: true })

const sent = () => callsOf(decideSubmission).map(({ body }) => body)

async function openForm() {
  await openApp('/reviews')
  const button = page.getByRole('button', { name: 'Decline…' })
  await expect.element(button).toBeEnabled()
  await button.click()
  await expect.element(form).toBeVisible()
}

describe('declining somebody', () => {
  beforeEach(() => {
    signInAs('client_reviewer')
    submit([ada, dan])
    const [reason] = example(listReasons).items
    const of = (n: number, name: string, more: object = {}) => ({
      ...reason!,
      ...{ id: id(n), name, party: 'company' as const, hidden: false },
      ...more,
    })
    answer(listReasons, {
      items: [
        of(1, 'Too far'),
        of(2, 'Too expensive'),
        of(3, 'Retired reason', { hidden: true }),
        of(4, 'Better offer', { party: 'candidate' }),
      ],
    })
  })

  it('offers the reasons of companies that are not hidden', async () => {
    await openForm()
    await expect.element(form.getByRole('radio', { name: 'Too far' })).not.toBeChecked()
    const names = form
      .getByRole('radio')
      .elements()
      .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)
    expect(names).toEqual(['Too far', 'Too expensive'])
  })

  it('sends nothing when it is canceled, by button or by Escape', async () => {
    await openForm()
    await form.getByRole('radio', { name: 'Too far' }).click()
    await note.fill('Lives abroad')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await userEvent.keyboard('d1')
    await expect.element(form.getByRole('radio', { name: 'Too far' })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(person('Ada Moreno')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('takes no reason that nobody chose', async () => {
    await openForm()
    await decline.click()
    await expect.element(form.getByText('Choose a reason')).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(sent()).toEqual([])
    await form.getByRole('radio', { name: 'Too expensive' }).click()
    await expect.element(form.getByText('Choose a reason')).not.toBeInTheDocument()
    await decline.click()
    await expect
      .poll(sent)
      .toEqual([expect.objectContaining({ decision: 'decline', reasonId: id(2), note: null })])
  })

  it('sends the note without the spaces around it', async () => {
    await openForm()
    await form.getByRole('radio', { name: 'Too far' }).click()
    await note.fill('  Lives abroad ')
    await decline.click()
    await expect.poll(sent).toEqual([expect.objectContaining({ reasonId: id(1), note: 'Lives abroad' })])
    await expect.element(page.getByText('Declined Ada Moreno')).toBeVisible()
  })

  it('types digits and new lines into the note, and sends it by Ctrl+Enter', async () => {
    await openForm()
    await userEvent.keyboard('2')
    await note.click()
    await userEvent.keyboard('1 hour{Enter}too far')
    await expect.element(note).toHaveValue('1 hour\ntoo far')
    await expect.element(form.getByRole('radio', { name: 'Too expensive' })).toBeChecked()
    expect(sent()).toEqual([])
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(sent).toEqual([expect.objectContaining({ reasonId: id(2), note: '1 hour\ntoo far' })])
  })

  it('says why the reasons cannot be loaded', async () => {
    answer(listReasons, refuse('FORBIDDEN', 'Your access has ended.'))
    await openForm()
    await expect.element(form.getByText('Your access has ended.')).toBeVisible()
  })

  it('begins empty for the next person, and again after a refused decline was approved', async () => {
    answer(decideSubmission, refuse('UNAVAILABLE', 'The server is busy.'))
    await openForm()
    await userEvent.keyboard('1')
    await note.fill('Lives abroad')
    await decline.click()
    await expect.element(page.getByText(/The server is busy/)).toBeVisible()
    await expect.element(note).toHaveValue('Lives abroad')
    answer(decideSubmission, example(decideSubmission))
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: /Dan Fry/ }).click()
    await expect.element(person('Dan Fry')).toBeVisible()
    await expect.element(page.getByRole('form')).not.toBeInTheDocument()
    await page.getByRole('link', { name: /Ada Moreno/ }).click()
    await expect.element(note).toHaveValue('Lives abroad')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.element(person('Dan Fry')).toBeVisible()
    await page.getByRole('link', { name: /Ada Moreno/ }).click()
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
  })
})
