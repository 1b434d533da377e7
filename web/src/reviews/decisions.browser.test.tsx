import { decideSubmission, undoDecision } from '@muster/contract/applications.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { getReview, getReviewCounts, listReviews } from '@muster/contract/reviews.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { invalidate } from '../api/query.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { ada, dan, eve, person, reviewOf, submit, title } from '../testing/reviews.ts'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

const approve = page.getByRole('button', { name: 'Approve' })
const undo = page.getByRole('button', { name: 'Undo' })

const note = page.getByRole('textbox', { name: 'Note' })

/** Declines the person shown. */
async function decline(text: string) {
  await page.getByRole('button', { name: 'Decline…' }).click()
  await page.getByRole('radio').first().click()
  await note.fill(text)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
}

const tooFar = {
  kind: 'decline' as const,
  by: { id: id(7), name: 'Grace Holloway' },
  at: '2026-11-20T09:00:00.000Z',
  reason: 'Too far',
  note: null as string | null,
}

async function open(address = '/reviews') {
  await openApp(address)
  await expect.element(approve).toBeEnabled()
}

/** Answers as the server does once these were decided. */
function decide(...names: string[]) {
  submit([ada, dan, eve].filter(({ candidate }) => !names.includes(candidate.name)))
  return example(decideSubmission)
}

beforeEach(() => {
  signInAs('client_reviewer')
  submit([ada, dan, eve])
  const [reason] = example(listReasons).items
  answer(listReasons, { items: [{ ...reason!, party: 'company', hidden: false }] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('an approval', () => {
  it('concerns one person, also when the button is clicked twice', async () => {
    await open(`/reviews?person=${dan.id}`)
    await page.getByRole('link', { name: /Ada Moreno/ }).click()
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect.element(approve).toBeEnabled()
    await approve.dblClick()
    await expect.element(person('Dan Fry')).toBeVisible()
    await expect.element(approve).toBeEnabled()
    expect(callsOf(decideSubmission).map(({ params }) => params.id)).toEqual([ada.id])
  })

  it('concerns one person, also when the key is held down', async () => {
    await open(`/reviews?person=${dan.id}`)
    await page.getByRole('link', { name: /Ada Moreno/ }).click()
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect.element(approve).toBeEnabled()
    await userEvent.keyboard('{a>9/}')
    await expect.element(person('Dan Fry')).toBeVisible()
    await expect.element(approve).toBeEnabled()
    expect(callsOf(decideSubmission).map(({ params }) => params.id)).toEqual([ada.id])
  })

  it('of the last in the list shows the one before', async () => {
    answer(decideSubmission, () => decide('Eve Lund'))
    await open(`/reviews?person=${eve.id}`)
    await approve.click()
    await expect.element(person('Dan Fry')).toBeVisible()
    await expect.element(page.getByText('Approved Eve Lund')).toBeVisible()
  })

  it('keeps a person out of a list that was already loading', async () => {
    await open()
    answer(decideSubmission, () => new Promise(() => {}))
    const listAnswers = answerLater(listReviews, {
      items: [ada, dan, eve].map(({ messages, ...item }) => item),
      nextCursor: null,
      total: { value: 3, atLeast: false },
    })
    void invalidate(listReviews)
    await expect.poll(() => callsOf(listReviews).length).toBe(2)
    await approve.click()
    await expect.element(title('2 people await your decision')).toBeVisible()
    listAnswers()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect.element(title('2 people await your decision')).toBeVisible()
  })

  it('updates the counts of the navigation', async () => {
    const counts = example(getReviewCounts)
    answer(getReviewCounts, { ...counts, awaiting: 3 })
    await open()
    await expect.element(page.getByRole('link', { name: /^To decide\s*3/ })).toBeVisible()
    answer(getReviewCounts, { ...counts, awaiting: 2 })
    await approve.click()
    await expect.element(page.getByRole('link', { name: /^To decide\s*2/ })).toBeVisible()
  })

  it('by key is none where no step follows', async () => {
    submit([reviewOf(101, 'Ada Moreno', { nextStatus: null }), dan])
    await openApp('/reviews')
    await expect.element(page.getByRole('button', { name: 'Decline…' })).toBeEnabled()
    await userEvent.keyboard('a')
    await expect.element(person('Ada Moreno')).toBeVisible()
    expect(callsOf(decideSubmission)).toEqual([])
  })

  it('says who arranges the next step', async () => {
    submit([reviewOf(101, 'Ada Moreno', { submittedBy: null }), reviewOf(102, 'Dan Fry')])
    await open()
    await expect
      .element(page.getByText('Approving asks the agency to arrange the next step: Company interview.'))
      .toBeVisible()
    await userEvent.keyboard('j')
    const { name } = dan.submittedBy!
    await expect
      .element(page.getByText(`Approving asks ${name} to arrange the next step: Company interview.`))
      .toBeVisible()
  })

  it('waits for the current version of a person', async () => {
    await openApp(`/reviews?person=${dan.id}`)
    await expect.element(approve).toBeEnabled()
    const { promise, resolve } = Promise.withResolvers<typeof ada>()
    answer(getReview, () => promise)
    await userEvent.keyboard('k')
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect.element(approve).toBeDisabled()
    resolve(ada)
    await expect.element(approve).toBeEnabled()
  })
})

describe('a decision', () => {
  it('can be undone once it is saved, and not before', async () => {
    const saved = answerLater(decideSubmission, () => decide('Ada Moreno'))
    await open()
    await approve.click()
    await expect.element(person('Dan Fry')).toBeVisible()
    await undo.click()
    await expect.element(undo).not.toBeInTheDocument()
    expect(callsOf(undoDecision)).toEqual([])
    answer(undoDecision, () => {
      decide()
      return example(undoDecision)
    })
    saved()
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect.element(title('3 people await your decision')).toBeVisible()
    expect(callsOf(undoDecision).map(({ params }) => params.id)).toEqual([ada.id])
  })

  it('that was refused is not undone as well', async () => {
    const refused = answerLater(decideSubmission, refuse('CONFLICT', 'Somebody else just decided.'))
    await open()
    await approve.click()
    await undo.click()
    refused()
    await expect.element(page.getByText(/Somebody else just decided/)).toBeVisible()
    await expect.element(person('Ada Moreno')).toBeVisible()
    expect(callsOf(undoDecision)).toEqual([])
  })

  it('that was refused is not reported as made', async () => {
    answer(decideSubmission, refuse('CONFLICT', 'Somebody else just decided.'))
    await open()
    await approve.click()
    await expect.element(page.getByText(/Somebody else just decided/)).toBeVisible()
    await expect.element(page.getByText('Approved Ada Moreno')).not.toBeInTheDocument()
    await expect.element(undo).not.toBeInTheDocument()
  })

  it('can be undone although an earlier one was refused meanwhile', async () => {
    const refused = answerLater(decideSubmission, refuse('CONFLICT', 'Somebody else just decided.'))
    await open()
    await approve.click()
    await expect.element(person('Dan Fry')).toBeVisible()
    await expect.element(approve).toBeEnabled()
    answer(decideSubmission, () => decide('Dan Fry'))
    await userEvent.keyboard('a')
    await expect.element(page.getByText('Approved Dan Fry')).toBeVisible()
    refused()
    await expect.element(page.getByText(/Somebody else just decided/)).toBeVisible()
    await expect.element(person('Ada Moreno')).toBeVisible()
    await undo.click()
    await expect.poll(() => callsOf(undoDecision).map(({ params }) => params.id)).toEqual([dan.id])
  })

  it('offers its undo for a while only', async () => {
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await approve.click()
    await expect.element(undo).toBeVisible()
    vi.advanceTimersByTime(10_000)
    await expect.element(undo).not.toBeInTheDocument()
  })

  it('whose undo failed can be undone again', async () => {
    answer(decideSubmission, () => decide('Ada Moreno'))
    answer(undoDecision, refuse('UNAVAILABLE', 'The server is busy.'))
    await open()
    await approve.click()
    await undo.click()
    await expect.element(page.getByText('Not undone: The server is busy.')).toBeVisible()
    await expect.element(undo).toBeVisible()
    await userEvent.keyboard('z')
    await expect.poll(() => callsOf(undoDecision)).toHaveLength(2)
  })

  it('has its undo below a message on a phone, not behind it', async () => {
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1280, 900))
    answer(decideSubmission, () => decide('Ada Moreno'))
    answer(undoDecision, refuse('UNAVAILABLE', 'The server is busy.'))
    await open()
    await approve.click()
    await undo.click()
    const message = page.getByText('Not undone: The server is busy.')
    await expect.element(message).toBeVisible()
    const { bottom } = message.element().getBoundingClientRect()
    expect(bottom).toBeLessThan(undo.element().getBoundingClientRect().top)
  })

  it('that was refused after its reviewer went to another screen keeps them there, and its note', async () => {
    const refused = answerLater(decideSubmission, refuse('CONFLICT', 'Somebody else just decided.'))
    await open()
    await decline('Lives abroad')
    await page.getByRole('link', { name: /^Positions/ }).click()
    await expect.element(title('Positions')).toBeVisible()
    refused()
    await expect
      .element(page.getByText('The decision on Ada Moreno was not saved: Somebody else just decided.'))
      .toBeVisible()
    await expect.element(title('Positions')).toBeVisible()
    await page.getByRole('link', { name: /^To decide/ }).click()
    await expect.element(note).toHaveValue('Lives abroad')
  })

  it('that was refused loses nothing that is written about the next person', async () => {
    const refused = answerLater(decideSubmission, refuse('CONFLICT', 'Somebody else just decided.'))
    await open()
    await decline('Lives abroad')
    await expect.element(person('Dan Fry')).toBeVisible()
    await page.getByRole('button', { name: 'Decline…' }).click()
    await note.fill('No license')
    refused()
    await expect.element(page.getByText(/Somebody else just decided/)).toBeVisible()
    await expect.element(title('3 people await your decision')).toBeVisible()
    await expect.element(note).toHaveValue('No license')
    await page.getByRole('link', { name: /Ada Moreno/ }).click()
    await expect.element(note).toHaveValue('Lives abroad')
  })
})

describe('the person shown', () => {
  it('stays when somebody else is submitted, so that no other person is approved', async () => {
    submit([dan, eve])
    await open()
    await expect.element(person('Dan Fry')).toBeVisible()
    submit([ada, dan, eve])
    await invalidate(listReviews)
    await expect.element(title('3 people await your decision')).toBeVisible()
    await expect.element(person('Dan Fry')).toBeVisible()
  })

  it('is the one before or after by arrow keys', async () => {
    await open(`/reviews?person=${dan.id}`)
    await page.getByRole('button', { name: 'Previous person' }).click()
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Previous person' })).toBeDisabled()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(person('Eve Lund')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Next person' })).toBeDisabled()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(person('Dan Fry')).toBeVisible()
  })

  it('stays when a colleague decides on them, with the decision and the next person', async () => {
    await open(`/reviews?person=${ada.id}`)
    submit([dan, eve], [{ ...ada, state: 'declined', decision: { ...tooFar, note: 'Lives abroad' } }])
    await invalidate(getReview, listReviews)
    await expect.element(page.getByText('Declined by Grace Holloway: Too far')).toBeVisible()
    await expect.element(page.getByText(/ · Lives abroad$/)).toBeVisible()
    await userEvent.keyboard('a')
    expect(callsOf(decideSubmission)).toEqual([])
    await page.getByRole('button', { name: 'Next person', exact: true }).last().click()
    await expect.element(person('Dan Fry')).toBeVisible()
  })
})

describe('a reviewer who is up to date', () => {
  const declined = reviewOf(104, 'Finn Dahl', {
    state: 'declined',
    decision: tooFar,
  })

  it('sees the last decisions, and whom each concerns', async () => {
    submit([], [declined, reviewOf(105, 'Gus Hall', { state: 'withdrawn' })])
    await openApp('/reviews')
    await expect.element(page.getByRole('heading', { name: 'Last decisions' })).toBeVisible()
    await expect.element(page.getByText(/ · Withdrawn by the agency$/)).toBeVisible()
    await expect.element(page.getByText(/ last submitted somebody on /)).toBeVisible()
    await page.getByRole('link', { name: /Finn Dahl.*Declined by Grace Holloway: Too far$/ }).click()
    await expect.element(person('Finn Dahl')).toBeVisible()
    expect(callsOf(listReviews).filter(({ query }) => query.decided === 'true')).toHaveLength(1)
  })

  it('is told why the last decisions cannot be loaded', async () => {
    submit([])
    answer(listReviews, ({ query }) =>
      query.decided === 'true'
        ? refuse('FORBIDDEN', 'Your access has ended.')()
        : { items: [], nextCursor: null, total: { value: 0, atLeast: false } },
    )
    await openApp('/reviews')
    await expect.element(page.getByText('Your access has ended.')).toBeVisible()
  })
})
