import { getAgent, listAgents, updateAgent } from '@muster/contract/agents.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../api/query.ts'
import { exampleId } from '../testing/example.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

type Agent = ResponseOf<typeof getAgent>

const drawer = page.getByRole('dialog')
const name = drawer.getByRole('textbox', { name: 'Name', exact: true })
const save = drawer.getByRole('button', { name: 'Save', exact: true })

let stored: Agent

beforeEach(async () => {
  stored = { ...example(getAgent), name: 'Vera', kind: 'voice', hours: null, version: 3 }
  answer(listAgents, {
    ...example(listAgents),
    items: [{ ...example(listAgents).items[0]!, id: exampleId, name: 'Vera' }],
  })
  answer(getAgent, () => stored)
  answer(updateAgent, ({ body }) => {
    const { version, ...fields } = body
    if (version !== stored.version) refuse('CONFLICT', 'Changed meanwhile.', { version: stored.version })()
    stored = { ...stored, ...(fields as Partial<Agent>), version: stored.version + 1 }
    return stored
  })
  await openApp(`/agents?agent=${exampleId}`)
  await expect.element(name).toHaveValue('Vera')
})

describe('a form that several people may edit', () => {
  it('takes on what a colleague changed while one has changed nothing', async () => {
    stored = { ...stored, name: 'Vera B', version: 4 }
    await queryClient.invalidateQueries()
    await expect.element(name).toHaveValue('Vera B')
    await expect.element(save).toBeDisabled()
  })

  it('keeps what was typed when a colleague saved first, and asks whose to keep', async () => {
    await name.fill('Vera Mine')
    stored = { ...stored, name: 'Vera Theirs', version: 4 }
    await save.click()
    const question = drawer.getByRole('alert')
    await expect.element(question).toBeVisible()
    await expect.element(name).toHaveValue('Vera Mine')
    expect(stored.name).toBe('Vera Theirs')
    await question.getByRole('button', { name: 'Save selection' }).click()
    await expect.poll(() => stored.name).toBe('Vera Mine')
    expect(callsOf(updateAgent).map(({ body }) => body.version)).toEqual([3, 4])
  })

  it('saves theirs where one chose theirs', async () => {
    await name.fill('Vera Mine')
    stored = { ...stored, name: 'Vera Theirs', version: 4 }
    await save.click()
    const question = drawer.getByRole('alert')
    await question.getByRole('radio', { name: /^Theirs, / }).click()
    await question.getByRole('button', { name: 'Save selection' }).click()
    await expect.element(name).toHaveValue('Vera Theirs')
    expect(stored.name).toBe('Vera Theirs')
  })

  it('keeps what was typed when it is refused, with why at the field', async () => {
    answer(updateAgent, refuse('VALIDATION', 'Check the fields.', { name: ['This name is taken'] }))
    await name.fill('Vera Two')
    await save.click()
    await expect.element(drawer.getByText('This name is taken')).toBeVisible()
    await expect.element(name).toHaveValue('Vera Two')
  })

  it('goes back to what is stored by Discard changes', async () => {
    await name.fill('Vera Two')
    await drawer.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(name).toHaveValue('Vera')
    expect(callsOf(updateAgent)).toEqual([])
  })
})
