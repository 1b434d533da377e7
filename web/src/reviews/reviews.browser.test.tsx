import { decideSubmission } from '@muster/contract/applications.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { getReview, getReviewCounts, listReviews } from '@muster/contract/reviews.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { ada, dan, person, reviewOf, submit, title } from '../testing/reviews.ts'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

describe('the decisions of a client', () => {
  beforeEach(() => {
    signInAs('client_reviewer')
    submit([ada, dan])
  })

  it('show why the list cannot be loaded, and load it on another try', async () => {
    answer(listReviews, refuse('UNAVAILABLE', 'The service is restarting.'))
    await openApp('/reviews')
    await expect.element(page.getByText('The service is restarting.')).toBeVisible()
    await expect.element(title('To decide')).toBeVisible()
    expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
    submit([ada, dan])
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(title('2 people await your decision')).toBeVisible()
  })

  it('show why the positions cannot be loaded, below their title', async () => {
    answer(getReviewCounts, refuse('UNAVAILABLE', 'The service is restarting.'))
    await openApp('/reviews/positions')
    await expect.element(page.getByText('The service is restarting.')).toBeVisible()
    await expect.element(title('Positions')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('list the days of submission without times, so that names have room', async () => {
    submit([reviewOf(101, 'Ada Moreno', { submittedAt: new Date().toISOString() }), dan])
    await openApp('/reviews')
    await expect.element(page.getByRole('listitem').first().getByText('today', { exact: true })).toBeVisible()
  })

  it('go on to the next person at once, and back when the decision was refused', async () => {
    const refused = answerLater(decideSubmission, refuse('CONFLICT', 'Somebody else just decided.'))
    await openApp('/reviews')
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await userEvent.keyboard('a')
    await expect.element(person('Dan Fry')).toBeVisible()
    await expect.element(title('1 person awaits your decision')).toBeVisible()
    refused()
    await expect.element(person('Ada Moreno')).toBeVisible()
    await expect
      .element(page.getByText('The decision on Ada Moreno was not saved: Somebody else just decided.'))
      .toBeVisible()
    expect(callsOf(decideSubmission)).toHaveLength(1)
  })

  it('keep the reason and the note of a decline that was refused', async () => {
    const refused = answerLater(decideSubmission, refuse('UNAVAILABLE', 'The server is busy.'))
    const { items } = example(listReasons)
    answer(listReasons, { items: [{ ...items[0]!, party: 'company', hidden: false }] })
    await openApp('/reviews')
    await expect.element(page.getByRole('button', { name: 'Decline…' })).toBeEnabled()
    await page.getByRole('button', { name: 'Decline…' }).click()
    const form = page.getByRole('form', { name: 'Decline Ada Moreno' })
    await form.getByRole('radio').first().click()
    await form.getByRole('textbox', { name: 'Note' }).fill('Too far away')
    await form.getByRole('button', { name: 'Decline' }).click()
    await expect.element(person('Dan Fry')).toBeVisible()
    refused()
    await expect.element(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Too far away')
    await expect.element(form.getByRole('radio').first()).toBeChecked()
    await form.getByRole('button', { name: 'Decline' }).click()
    const [first, second] = callsOf(decideSubmission).map(({ body }) => body)
    expect([second?.decision, second]).toEqual(['decline', first])
  })

  it('cannot be an approval where no step follows, and say so on a phone too', async () => {
    submit([reviewOf(101, 'Ada Moreno', { nextStatus: null })])
    await openApp('/reviews')
    const why = page.getByText('The agency has no step after approval yet. Ask them to add one.')
    await expect.element(why).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await page.viewport(390, 844)
    await expect.element(title('1 of 1 to decide')).toBeVisible()
    await expect.element(why).toBeVisible()
    await page.viewport(1440, 900)
  })

  it('say who is not there, and lead to the open ones', async () => {
    answer(getReview, refuse('NOT_FOUND', 'Submission not found'))
    await openApp(`/reviews?person=${id(900)}`)
    await expect.element(page.getByText('Not submitted to you')).toBeVisible()
    submit([ada, dan])
    await page.getByRole('button', { name: 'Go to open decisions' }).click()
    await expect.element(person('Ada Moreno')).toBeVisible()
  })

  it('that were made are read page after page, and again where that failed', async () => {
    const decided = (...items: (typeof ada)[]) => ({
      items: items.map(({ messages, ...item }) => ({ ...item, state: 'approved' as const })),
      nextCursor: null as string | null,
      total: { value: 2, atLeast: false },
    })
    answer(listReviews, ({ query }) =>
      query.cursor ? refuse('FORBIDDEN', 'No more')() : { ...decided(ada), nextCursor: 'next' },
    )
    await openApp('/reviews/decided')
    await page.getByRole('button', { name: 'Show more' }).click()
    const again = page.getByRole('button', { name: 'Could not load more. Retry' })
    await expect.element(again).toBeVisible()
    answer(listReviews, decided(dan))
    await again.click()
    await expect.element(page.getByText('Dan Fry')).toBeVisible()
    await expect.element(page.getByText('Ada Moreno')).toBeVisible()
    expect(callsOf(listReviews).at(-1)?.query).toMatchObject({ decided: 'true', cursor: 'next' })
  })

  it('say that nobody was submitted yet', async () => {
    submit([])
    answer(getReviewCounts, { ...example(getReviewCounts), lastSubmittedAt: null })
    await openApp('/reviews')
    await expect.element(title('You are up to date')).toBeVisible()
    await expect.element(page.getByText(/has not submitted anybody yet/)).toBeVisible()
  })
})

it('the positions of a client say how many there are beyond those that are listed', async () => {
  signInAs('client_reviewer')
  const counts = example(getReviewCounts)
  answer(getReviewCounts, { ...counts, positionCount: 312 })
  await openApp('/reviews/positions')
  await expect.element(page.getByText('The first 1 of 312 positions.')).toBeVisible()
  answer(getReviewCounts, { ...counts, positionCount: 1 })
  await openApp('/reviews/positions')
  await expect.element(page.getByRole('table')).toBeVisible()
  expect(document.body.textContent).not.toContain('by name')
})

it('the positions of a client count their approvals and declines, or say that there are none', async () => {
  signInAs('client_reviewer')
  const counts = example(getReviewCounts)
  const [position] = counts.positions
  const driver = { ...position!, name: 'Driver', location: 'Aurora', openings: 2 }
  answer(getReviewCounts, { ...counts, positions: [{ ...driver, awaiting: 3, approved: 4, declined: 5 }] })
  await openApp('/reviews/positions')
  await expect.element(page.getByRole('rowheader', { name: /^Driver/ })).toBeVisible()
  const textsOf = (role: string) =>
    page
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent)
  expect(textsOf('columnheader')).toEqual(['Position', 'To decide', 'Approved', 'Declined'])
  expect(textsOf('cell')).toEqual(['3', '4', '5'])
  answer(getReviewCounts, { ...counts, positions: [], positionCount: 0 })
  await openApp('/reviews/positions')
  await expect.element(page.getByText('No open positions')).toBeVisible()
})
