import {
  createAgent,
  deleteAgent,
  exportAgents,
  getAgent,
  listAgents,
  restoreAgent,
  updateAgent,
} from '@muster/contract/agents.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const vera = id(801)
const drawer = page.getByRole('dialog')
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const undoButton = page.getByRole('button', { name: /^Undo/ })
const pause = page.getByRole('button', { name: /^Pause/ })
const resume = page.getByRole('button', { name: /^Resume/ })

let status: ResponseOf<typeof getAgent>['status'] = 'available'

function answerAgents(...names: string[]) {
  status = 'available'
  const [row] = example(listAgents).items
  answer(listAgents, () => ({
    ...example(listAgents),
    items: names.map((name, n) => ({ ...row!, id: id(801 + n), name, status })),
    total: { value: names.length, atLeast: false },
  }))
  answer(getAgent, () => ({ ...example(getAgent), id: vera, name: 'Vera', hours: null, status }))
}

describe('an agent in the list', () => {
  it('is paused, and goes on by Undo', async () => {
    answerAgents('Vera')
    answer(updateAgent, ({ body }) => {
      status = body.status!
      return { ...example(updateAgent), status }
    })
    await openApp('/agents')
    await pause.click()
    await expect.element(resume).toBeVisible()
    await undoButton.click()
    await expect
      .poll(() => callsOf(updateAgent).map(({ body }) => body.status))
      .toEqual(['paused', 'available'])
    await expect.element(pause).toBeVisible()
  })

  it('is not paused when that is refused, with the reason', async () => {
    answerAgents('Vera')
    answer(updateAgent, refuse('CONFLICT', 'It is calling.'))
    await openApp('/agents')
    await expect.element(pause).toBeVisible()
    // No later read restores it.
    answer(listAgents, refuse('UNAVAILABLE', 'The server is busy.'))
    await pause.click()
    await expect.element(alertOf('Vera not changed: It is calling.')).toBeVisible()
    await expect.element(pause).toBeVisible()
  })

  it('can neither be paused nor edited by those who may not change agents', async () => {
    answerAgents('Vera')
    // With the permission, so that the drawer is loaded.
    await openApp(`/agents?agent=${vera}`)
    await expect.element(drawer.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
    signInAs('owner', ['agents:read'])
    await openApp(`/agents?agent=${vera}`)
    await expect.element(page.getByText('Vera', { exact: true }).first()).toBeVisible()
    expect([...pause.elements(), ...drawer.elements()]).toEqual([])
  })

  it('is counted as one and exported as filtered', async () => {
    answerAgents('Vera')
    await openApp('/agents?q=ve')
    await expect.element(page.getByText('1 agent', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect.poll(() => callsOf(exportAgents).map(({ query }) => query.q)).toEqual(['ve'])
  })

  it('is missing with the reason: the search, or that there is none', async () => {
    answerAgents()
    await openApp('/agents?q=ve')
    await expect.element(page.getByText('No agents match “ve”')).toBeVisible()
    await page.getByRole('link', { name: 'Show all agents' }).click()
    await expect.element(page.getByText('No agents yet')).toBeVisible()
  })
})

describe('an agent who is deleted', () => {
  const remove = drawer.getByRole('button', { name: 'Delete', exact: true })

  it('closes the drawer, and comes back by Undo', async () => {
    answerAgents('Vera')
    await openApp(`/agents?agent=${vera}`)
    await remove.click()
    await expect.poll(() => drawer.elements()).toEqual([])
    await undoButton.click()
    await expect.poll(() => callsOf(restoreAgent).map(({ params }) => params.id)).toEqual([vera])
  })

  it('stays in the drawer when that is refused, with the reason', async () => {
    answerAgents('Vera')
    answer(deleteAgent, refuse('CONFLICT', 'A campaign uses it.'))
    await openApp(`/agents?agent=${vera}`)
    await remove.click()
    await expect.element(alertOf('A campaign uses it.')).toBeVisible()
    await expect.element(remove).toBeVisible()
  })
})

it.each([
  ['Voice agent', 'Provider agent ID'],
  ['Person', 'User'],
])('a new agent (%s) that exists already says so at its %s, and stays typed', async (kind, label) => {
  answerAgents()
  answer(createAgent, refuse('CONFLICT', 'There is one.'))
  await openApp('/agents?add=true')
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Vera')
  await drawer.getByText(kind, { exact: true }).click()
  await drawer.getByRole('button', { name: 'Add agent' }).click()
  await expect
    .element(drawer.getByLabelText(label, { exact: true }).first())
    .toHaveAccessibleDescription(/There is one\./)
  await expect.element(drawer.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Vera')
})
