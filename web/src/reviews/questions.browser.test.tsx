import { getCoveredResume, getReview, listReviews } from '@muster/contract/reviews.ts'
import { askAboutSubmission } from '@muster/contract/submissions.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { invalidate } from '../api/query.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { ada, dan, person, reviewOf, submit, title } from '../testing/reviews.ts'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

const field = page.getByRole('textbox', { name: 'Question to the agency' })
const questions = page.getByRole('region', { name: 'Questions' })
const ask = questions.getByRole('button', { name: 'Ask' })
const cancel = questions.getByRole('button', { name: 'Cancel' })

const message = (n: number, by: { id: string; name: string }, body: string) => ({
  ...{ id: id(n), by, body, at: '2026-11-20T09:00:00.000Z', isClient: true },
})

const sent = () => callsOf(askAboutSubmission).map(({ body }) => body)

async function open(address = '/reviews') {
  await openApp(address)
  await expect.element(page.getByRole('button', { name: 'Ask' }).first()).toBeEnabled()
}

let me: ReturnType<typeof signInAs>

beforeEach(() => {
  me = signInAs('client_reviewer')
  submit([ada, dan])
})

afterEach(() => page.viewport(1440, 900))

describe('a question to the agency', () => {
  it('is sent once without the spaces around it, and listed with those before it', async () => {
    await open()
    await userEvent.keyboard('q')
    await expect.element(ask).toBeDisabled()
    await field.fill('   ')
    await expect.element(ask).toBeDisabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await field.fill(' Winter driving? ')
    answer(askAboutSubmission, () => {
      const asked = message(1, me, 'Winter driving?')
      const reply = message(2, { id: id(9), name: 'Mats Keller' }, 'Four winters')
      submit([reviewOf(101, 'Ada Moreno', { messages: [asked, reply] }), dan])
      return example(askAboutSubmission)
    })
    await ask.click()
    await expect.element(questions.getByText('Four winters')).toBeVisible()
    await expect.element(questions.getByText(/^You,/)).toBeVisible()
    await expect.element(questions.getByText(/^Mats Keller,/)).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
    expect(sent()).toEqual([{ body: 'Winter driving?' }])
  })

  it('is sent once by a double click', async () => {
    const answered = answerLater(askAboutSubmission, example(askAboutSubmission))
    await open()
    await userEvent.keyboard('q')
    await field.fill('Winter driving?')
    const button = ask.element() as HTMLElement
    button.click()
    button.click()
    answered()
    await expect.element(field).not.toBeInTheDocument()
    expect(sent()).toHaveLength(1)
  })

  it('cannot be canceled once it is on its way', async () => {
    const answered = answerLater(askAboutSubmission, refuse('UNAVAILABLE', 'The server is busy.'))
    await open()
    await userEvent.keyboard('q')
    await field.fill('Winter driving?')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(cancel).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    answered()
    await expect.element(questions.getByText('The server is busy.')).toBeVisible()
    await expect.element(field).toHaveValue('Winter driving?')
  })

  it('keeps its text when it is refused', async () => {
    answer(askAboutSubmission, refuse('UNAVAILABLE', 'The server is busy.'))
    await open()
    await userEvent.keyboard('q')
    await field.fill('Winter driving?')
    await ask.click()
    await expect.element(questions.getByText('The server is busy.')).toBeVisible()
    await expect.element(field).toHaveValue('Winter driving?')
  })

  it('is not sent when it is canceled, by button or by Escape', async () => {
    await open()
    await userEvent.keyboard('q')
    await field.fill('Winter driving?')
    await cancel.click()
    await expect.element(field).not.toBeInTheDocument()
    await userEvent.keyboard('q')
    await field.fill('Winter driving?')
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  it('is none about somebody who was withdrawn', async () => {
    submit([dan], [reviewOf(101, 'Ada Moreno', { state: 'withdrawn', messages: [message(1, me, 'Why?')] })])
    await openApp(`/reviews?person=${ada.id}`)
    await expect
      .element(page.getByText('The agency has withdrawn Ada Moreno. No decision is needed.'))
      .toBeVisible()
    await expect.element(questions.getByText('Why?')).toBeVisible()
    await userEvent.keyboard('q')
    await expect.element(field).not.toBeInTheDocument()
    await page.viewport(390, 844)
    await page.getByRole('button', { name: /1 message/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Questions about Ada Moreno' })
    await expect.element(sheet.getByText('Why?')).toBeVisible()
    await expect.element(sheet.getByRole('button', { name: 'Ask' })).not.toBeInTheDocument()
  })
})

describe('the résumé of a submitted person', () => {
  const resume = page.getByRole('region', { name: 'Résumé' })
  const state = (state: 'none' | 'ready' | 'refused') => ({ state, problem: null, pageCount: null })

  beforeEach(() => submit([reviewOf(101, 'Ada Moreno', { hasResume: true }), dan]))

  it('that cannot be shown leads to a question', async () => {
    answer(getCoveredResume, state('refused'))
    await open()
    await expect.element(resume.getByText('This résumé cannot be shown')).toBeVisible()
    await resume.getByRole('button', { name: 'Ask' }).click()
    await expect.element(field).toBeVisible()
  })

  it('that the agency took away since is reported as missing', async () => {
    answer(getCoveredResume, state('none'))
    await open()
    await expect.element(resume.getByText('The agency shared no résumé of Ada Moreno.')).toBeVisible()
  })

  it('that failed to load says why, and loads on another try', async () => {
    answer(getCoveredResume, refuse('FORBIDDEN', 'Your access has ended.'))
    await open()
    await expect.element(resume.getByText('Your access has ended.')).toBeVisible()
    answer(getCoveredResume, state('none'))
    await resume.getByRole('button', { name: 'Retry' }).click()
    await expect.element(resume.getByText(/shared no résumé/)).toBeVisible()
  })

  it('is not looked for where the agency shared none', async () => {
    submit([ada, dan])
    await open()
    await expect.element(resume.getByText(/shared no résumé/)).toBeVisible()
    expect(callsOf(getCoveredResume)).toEqual([])
  })
})

describe('on a phone', () => {
  const answers = Array.from({ length: 7 }, (_, n) => ({ label: `Question ${n}`, value: `Answer ${n}` }))
  const submittedBy = { id: id(9), name: 'Mats Keller' }
  const long = reviewOf(101, 'Ada Moreno', { answers, submittedBy, hasResume: true })

  beforeEach(async () => {
    submit([long, dan])
    answer(getCoveredResume, { state: 'refused', problem: null, pageCount: null })
    await page.viewport(390, 844)
  })

  /** Moves one finger over an element. */
  function swipe(element: Element, x: number, y = 0) {
    const at = (clientX: number, clientY: number) => [
      new Touch({ identifier: 1, target: element, clientX, clientY }),
    ]
    const [start, end] = [at(200, 200), at(200 + x, 200 + y)]
    element.dispatchEvent(
      new TouchEvent('touchstart', { touches: start, changedTouches: start, bubbles: true }),
    )
    element.dispatchEvent(new TouchEvent('touchend', { changedTouches: end, bubbles: true }))
  }

  it('five answers are shown, and the others on request', async () => {
    await openApp('/reviews')
    await expect.element(page.getByText('Answer 4')).toBeVisible()
    await expect.element(page.getByText('Answer 5')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'All 7 answers' }).click()
    await expect.element(page.getByText('Answer 6')).toBeVisible()
    await page.viewport(1440, 900)
    await openApp('/reviews')
    await expect.element(page.getByText('Answer 6')).toBeVisible()
    await expect.element(page.getByText('Mats Keller', { exact: true })).toBeVisible()
  })

  it('a swipe to the left shows the next person, and one down scrolls', async () => {
    await openApp('/reviews')
    await expect.element(title('1 of 2 to decide')).toBeVisible()
    swipe(person('Ada Moreno').element(), -100, 90)
    await expect.element(title('1 of 2 to decide')).toBeVisible()
    swipe(person('Ada Moreno').element(), -100)
    await expect.element(person('Dan Fry')).toBeVisible()
    swipe(person('Dan Fry').element(), 100)
    await expect.element(person('Ada Moreno')).toBeVisible()
  })

  it('a swipe in the sheet of a decline does not lose its note', async () => {
    await openApp('/reviews')
    await page.getByRole('button', { name: 'Decline…' }).click()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('Lives abroad')
    swipe(note.element(), -100)
    await invalidate(getReview, listReviews)
    await expect.element(note).toHaveValue('Lives abroad')
  })

  it('a swipe over the résumé does not close it', async () => {
    await openApp('/reviews')
    await page.getByRole('button', { name: /Résumé.*Cannot be shown/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Résumé' })
    const text = sheet.getByText('This résumé cannot be shown')
    await expect.element(text).toBeVisible()
    swipe(text.element(), -100)
    await invalidate(getReview, listReviews)
    await expect.element(text).toBeVisible()
  })
})
