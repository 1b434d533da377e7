import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  createPipeline,
  createStage,
  deletePipeline,
  deleteStage,
  listPipelines,
  restoreStage,
  updatePipeline,
  updateStage,
} from '@muster/contract/pipelines.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Pipeline = ResponseOf<typeof listPipelines>['items'][number]
type Stage = Pipeline['stages'][number]

let pipelines: Pipeline[] = []

const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: typeof name === 'string' })
const undoButton = page.getByRole('button', { name: /^Undo/ })
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const toastOf = (text: string) => page.getByRole('status').filter({ hasText: text })
const names = () =>
  page
    .getByRole('textbox', { name: /^Name of (?!the new)/ })
    .elements()
    .map((each) => (each as HTMLInputElement).value)

function stageOf(n: number, name: string, type: Stage['type']): Stage {
  const [stage] = example(listPipelines).items[0]!.stages
  return { ...stage!, id: id(n), pipelineId: id(1), name, type, slaDays: null, version: 1 }
}

/** Changes a stage as the server does. */
function changeStage(stageId: string, change: Partial<Stage>): Stage {
  const [pipeline] = pipelines
  const stage = pipeline!.stages.find((each) => each.id === stageId)!
  Object.assign(stage, change, { version: stage.version + 1 })
  return { ...stage }
}

beforeEach(() => {
  const [first] = example(listPipelines).items
  const base = { ...first!, isDefault: false, positionCount: 1, outcomeRules: [], stages: [] }
  pipelines = [
    {
      ...base,
      id: id(1),
      name: 'Drivers',
      isDefault: true,
      outcomeRules: [{ outcome: 'interested', toStageId: id(12), backwards: true }],
      stages: [
        stageOf(11, 'New', 'lead'),
        stageOf(12, 'Called', 'contacted'),
        stageOf(13, 'Started', 'hired'),
        stageOf(14, 'Gone', 'closed'),
      ],
    },
    { ...base, id: id(2), name: 'New pipeline', positionCount: 2 },
  ]
  answer(listPipelines, () => ({
    ...example(listPipelines),
    items: structuredClone(pipelines),
    nextCursor: null,
  }))
  answer(updateStage, ({ params, body: { version: _, ...change } }) =>
    changeStage(params.id, change as Partial<Stage>),
  )
})

async function open(search = '') {
  await openApp(`/pipelines${search}`)
  await expect.element(field('Pipeline name')).toBeVisible()
}

describe('a stage', () => {
  it('is renamed, and back with Undo', async () => {
    await open()
    await field('Name of Called').fill('Spoken')
    await userEvent.keyboard('{Enter}')
    await undoButton.click()
    await expect
      .poll(() => callsOf(updateStage).map(({ params, body }) => [params.id, body]))
      .toEqual([
        [id(12), { name: 'Spoken', version: 1 }],
        // A second change builds on the first.
        [id(12), { name: 'Called', version: 2 }],
      ])
    await expect.poll(names).toEqual(['New', 'Called', 'Started', 'Gone'])
  })

  it('takes a second change while the first is on its way, which builds on it', async () => {
    await open()
    const first = answerLater(updateStage, ({ params, body: { version: _, ...change } }) =>
      changeStage(params.id, change as Partial<Stage>),
    )
    await field('Name of Called').fill('Spoken')
    await userEvent.keyboard('{Enter}')
    await field('Day limit for Spoken').fill('5')
    await userEvent.keyboard('{Enter}')
    first()
    await expect
      .poll(() => callsOf(updateStage).map(({ body }) => body))
      .toEqual([
        { name: 'Spoken', version: 1 },
        { slaDays: 5, version: 2 },
      ])
  })

  it('has its name again when the change is refused, with the reason', async () => {
    answer(updateStage, refuse('UNAVAILABLE', 'The server is busy.'))
    // The list fails as well, so that only what is shown meanwhile counts.
    await open()
    answer(listPipelines, refuse('UNAVAILABLE', 'The server is busy.'))
    await field('Name of Called').fill('Spoken')
    await userEvent.keyboard('{Enter}')
    await expect.element(alertOf('Called not changed: The server is busy.')).toBeVisible()
    await expect.poll(names).toEqual(['New', 'Called', 'Started', 'Gone'])
  })

  it('keeps its name on Escape, and when the field is emptied', async () => {
    await open()
    await field('Name of Called').fill('Spoken')
    await userEvent.keyboard('{Escape}')
    await expect.element(field('Name of Called')).toHaveValue('Called')
    await userEvent.keyboard('{Enter}')
    await field('Name of Called').fill(' ')
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Name of Called')).toHaveValue('Called')
    expect(callsOf(updateStage)).toEqual([])
  })

  it('has no limit once its days are deleted', async () => {
    pipelines[0]!.stages[1]!.slaDays = 3
    await open()
    await expect.element(field('Day limit for Called')).toHaveValue('3 days')
    await field('Day limit for Called').fill('')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => callsOf(updateStage).map(({ body }) => body.slaDays)).toEqual([null])
    await expect.element(toastOf('Day limit for Called removed')).toBeVisible()
  })

  it('moves, is announced, and moves back with Undo', async () => {
    await open()
    await page.getByRole('button', { name: 'Move Called up' }).click()
    await expect.element(page.getByText('Called is now 1 of 4')).toBeInTheDocument()
    await undoButton.click()
    const ids = (...ns: number[]) => ns.map((n) => id(n))
    await expect
      .poll(() => callsOf(updatePipeline).map(({ body }) => body.stageIds))
      .toEqual([ids(12, 11, 13, 14), ids(11, 12, 13, 14)])
  })

  it('is there again when deleting it is refused, and with Undo otherwise', async () => {
    answer(deleteStage, refuse('CONFLICT', 'One must be closed.'))
    await open()
    answer(listPipelines, refuse('UNAVAILABLE', 'The server is busy.'))
    await page.getByRole('button', { name: 'Delete Gone' }).click()
    await expect.element(alertOf('Gone not deleted: One must be closed.')).toBeVisible()
    await expect.poll(names).toEqual(['New', 'Called', 'Started', 'Gone'])
    answer(deleteStage, undefined as never)
    await page.getByRole('button', { name: 'Delete Called' }).click()
    await expect.poll(names).toEqual(['New', 'Started', 'Gone'])
    await undoButton.click()
    await expect.poll(() => callsOf(restoreStage).map(({ params }) => params.id)).toEqual([id(12)])
  })
})

describe('a new stage', () => {
  const name = field('Name of the new stage')
  const add = page.getByRole('button', { name: 'Add stage' })

  it('comes after the last one of its type', async () => {
    await open()
    await name.fill('Waiting')
    await add.click()
    await expect
      .poll(() => callsOf(createStage).map(({ body }) => body))
      .toEqual([{ name: 'Waiting', type: 'contacted', order: 2 }])
    await expect.element(name).toHaveValue('')
  })

  it('stays typed when it is refused, with the reason at the field', async () => {
    answer(createStage, refuse('CONFLICT', 'There is a stage of this name.'))
    await open()
    await name.fill('Called')
    await add.click()
    await expect.element(page.getByText('There is a stage of this name.')).toBeVisible()
    await expect.element(name).toHaveValue('Called')
  })
})

describe('the outcomes of calls', () => {
  const stages = page.getByRole('combobox', { name: 'Stage after "Interested"' })

  it('lead to another stage as before, backwards or not, but never to a hire', async () => {
    await open()
    await expect.element(stages).toHaveValue('Called')
    await stages.click()
    await expect.element(page.getByRole('option', { name: 'New' })).toBeVisible()
    expect(
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['New', 'Called', 'Gone'])
    await page.getByRole('option', { name: 'New' }).click()
    await expect
      .poll(() => callsOf(updatePipeline).map(({ body }) => body.outcomeRules))
      .toEqual([[{ outcome: 'interested', toStageId: id(11), backwards: true }]])
  })

  it('lead where they led when the change is refused', async () => {
    answer(updatePipeline, refuse('UNAVAILABLE', 'The server is busy.'))
    await open()
    answer(listPipelines, refuse('UNAVAILABLE', 'The server is busy.'))
    await stages.click()
    await page.getByRole('option', { name: 'New' }).click()
    await expect.element(alertOf('Rule not changed: The server is busy.')).toBeVisible()
    await expect.element(stages).toHaveValue('Called')
  })
})

describe('a pipeline', () => {
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  const makeDefault = page.getByRole('button', { name: 'Make default' })

  it('is neither deleted nor made the default while it is the default', async () => {
    await open()
    await expect
      .element(page.getByRole('link', { name: /^Drivers/ }))
      .toMatchTextContent('Default · 1 position')
    expect([...remove.elements(), ...makeDefault.elements()]).toEqual([])
    await page.getByRole('link', { name: /^New pipeline/ }).click()
    await expect.element(remove).toBeVisible()
    await expect.element(makeDefault).toBeVisible()
  })

  it('stays when deleting it is refused, with the reason', async () => {
    answer(deletePipeline, refuse('CONFLICT', 'Two positions use it.'))
    await open(`?id=${id(2)}`)
    await remove.click()
    await expect.element(alertOf('New pipeline not deleted: Two positions use it.')).toBeVisible()
    expect(location.search).toBe(`?id=${id(2)}`)
  })

  it('has its name again when the field is emptied or the change refused', async () => {
    answer(updatePipeline, refuse('CONFLICT', 'There is one.'))
    await open()
    await field('Pipeline name').fill('')
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Pipeline name')).toHaveValue('Drivers')
    expect(callsOf(updatePipeline)).toEqual([])
    answer(listPipelines, refuse('UNAVAILABLE', 'The server is busy.'))
    await field('Pipeline name').fill('New pipeline')
    await userEvent.keyboard('{Enter}')
    await expect.element(alertOf('Drivers not changed: There is one.')).toBeVisible()
    await expect.element(field('Pipeline name')).toHaveValue('Drivers')
  })

  it('that is new has a name that none has', async () => {
    answer(createPipeline, ({ body }) => ({ ...pipelines[1]!, id: id(3), name: body.name }))
    await open()
    await page.getByRole('button', { name: 'Add pipeline' }).click()
    await expect.poll(() => callsOf(createPipeline).map(({ body }) => body.name)).toEqual(['New pipeline 2'])
    await expect.poll(() => location.search).toBe(`?id=${id(3)}`)
  })

  it('is only shown to those who may not change it', async () => {
    pipelines[0]!.can = { edit: false, delete: false }
    await open()
    await expect.element(field('Pipeline name')).toBeDisabled()
    for (const name of names()) await expect.element(field(`Name of ${name}`)).toBeDisabled()
    expect(page.getByRole('button', { name: /^(Move|Reorder|Delete|Add stage)/ }).elements()).toEqual([])
    await expect.element(page.getByRole('combobox', { name: 'Stage after "Interested"' })).toBeDisabled()
  })
})
