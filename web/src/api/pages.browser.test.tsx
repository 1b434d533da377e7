import { listApplications } from '@muster/contract/applications.ts'
import { expect, it } from 'vitest'
import { applicationsOf, id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf } from '../testing/server.ts'

const perPage = 100
const names = (page: number) => Array.from({ length: perPage }, (_, n) => `Person ${page}-${n}`)

/** Scrolls whatever holds the rows to its end. */
function scrollToEnd() {
  for (const element of document.querySelectorAll('*'))
    if (element.scrollHeight > element.clientHeight + 200) element.scrollTop = element.scrollHeight
  window.scrollTo(0, document.body.scrollHeight)
}

/** The queries for pages. What is new is counted by another call. */
const pagesAsked = (q: string) =>
  callsOf(listApplications).flatMap(({ query }) => (query.q === q && query.limit !== '1' ? [query] : []))

const isShown = (name: string) => document.body.textContent?.includes(name) ?? false

it('the list of applications reads on from the cursor of the last page, with the same filters, to its end', async () => {
  const rows = (page: number) =>
    applicationsOf(...names(page)).map((row, n) => ({ ...row, id: id(1000 * page + n) }))
  const total = { value: 3 * perPage, atLeast: false }
  answer(listApplications, ({ query }) => {
    const page = query.cursor === 'second' ? 2 : query.cursor === 'third' ? 3 : 1
    const nextCursor = { 1: 'second', 2: 'third', 3: null }[page]!
    return { items: rows(page), nextCursor, total }
  })
  await openApp('/applications?q=ana')
  await expect.poll(() => isShown('Person 1-0')).toBe(true)
  await expect
    .poll(() => {
      scrollToEnd()
      return isShown(`Person 3-${perPage - 1}`)
    })
    .toBe(true)
  const asked = pagesAsked('ana')
  expect(asked.map(({ cursor, limit }) => [cursor, limit])).toEqual([
    [undefined, '50'],
    ['second', '100'],
    ['third', '100'],
  ])
  expect(new Set(asked.map(({ q }) => q))).toEqual(new Set(['ana']))
})

it('a list that is not scrolled reads one page', async () => {
  const rows = applicationsOf(...names(1).slice(0, 50))
  answer(listApplications, () => ({
    items: rows,
    nextCursor: 'second',
    total: { value: 900, atLeast: false },
  }))
  await openApp('/applications?q=ben')
  await expect.poll(() => isShown('Person 1-25')).toBe(true)
  expect(pagesAsked('ben')).toHaveLength(1)
})
