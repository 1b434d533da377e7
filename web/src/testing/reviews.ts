import { getReview, listReviews } from '@muster/contract/reviews.ts'
import { page } from 'vitest/browser'
import { id } from './fixtures.ts'
import { answer, example } from './server.ts'

const details = example(getReview)

/** Returns a person who awaits the decision of a client. */
export function reviewOf(number: number, name: string, more: Partial<typeof details> = {}) {
  return {
    ...details,
    id: id(number),
    candidate: { name, location: 'Aurora, CO' },
    state: 'awaiting' as (typeof details)['state'],
    nextStatus: 'Company interview' as string | null,
    decision: null as (typeof details)['decision'],
    messages: [] as (typeof details)['messages'],
    hasResume: false,
    ...more,
  }
}

type TestReview = ReturnType<typeof reviewOf>

export const ada = reviewOf(101, 'Ada Moreno')
export const dan = reviewOf(102, 'Dan Fry')
export const eve = reviewOf(103, 'Eve Lund')

const listed = ({ messages, ...review }: TestReview) => review

const listOf = (people: readonly TestReview[]) => ({
  items: people.map(listed),
  nextCursor: null,
  total: { value: people.length, atLeast: false },
})

/** Lets these people await the decision of the client, who decided on `decided` before. */
export function submit(people: readonly TestReview[], decided: readonly TestReview[] = []) {
  answer(listReviews, ({ query }) => listOf(query.decided === 'true' ? decided : people))
  answer(getReview, ({ params }) => [...people, ...decided].find(({ id }) => id === params?.id) ?? ada)
}

export const title = (text: string) => page.getByRole('heading', { level: 1, name: text })
export const person = (name: string) => page.getByRole('heading', { level: 2, name })
