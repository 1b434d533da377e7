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
  // What is new is counted by another call.
  const asked = callsOf(listApplications).flatMap(({ query }) => (query.limit === '100' ? [query] : []))
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'second', 'third'])
  expect(new Set(asked.map(({ q }) => q))).toEqual(new Set(['ana']))
})
