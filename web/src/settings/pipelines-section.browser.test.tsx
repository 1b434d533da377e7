import { listPipelines } from '@muster/contract/pipelines.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const pipelines = page.getByRole('main').getByRole('list', { name: 'Pipelines' })
const line = (name: string) => pipelines.getByRole('listitem').filter({ hasText: name })

beforeEach(() => {
  const [first] = example(listPipelines).items
  answer(listPipelines, {
    ...example(listPipelines),
    items: [
      { ...first!, id: id(1), name: 'Drivers', isDefault: true, positionCount: 5 },
      { ...first!, id: id(2), name: 'Office', isDefault: false, positionCount: 0 },
    ],
    nextCursor: null,
  })
  const [position] = example(listPositions).items
  answer(listPositions, {
    ...example(listPositions),
    items: [
      { ...position!, id: id(11), name: 'Long haul' },
      { ...position!, id: id(12), name: 'City' },
      { ...position!, id: id(13), name: 'Night' },
    ],
    nextCursor: null,
  })
})

it('lists each pipeline with the positions that use it, and how many more', async () => {
  await openApp('/settings/pipelines')
  await expect
    .element(line('Drivers').getByRole('link', { name: 'Long haul' }))
    .toHaveAttribute('href', `/positions/${id(11)}`)
  await expect.element(line('Drivers').getByText('and 2 more')).toBeVisible()
  await expect.element(line('Drivers').getByText('Default')).toBeVisible()
  await expect.element(line('Office').getByText('No positions yet')).toBeVisible()
  expect(line('Office').getByText('Default').elements()).toEqual([])
  expect(callsOf(listPositions).flatMap(({ query }) => query.pipelineId ?? [])).toEqual([id(1)])
  await expect
    .element(line('Drivers').getByRole('link', { name: 'Drivers' }))
    .toHaveAttribute('href', `/pipelines?id=${id(1)}`)
})

it('offers to load them again when that failed', async () => {
  answer(listPipelines, refuse('UNAVAILABLE', 'Busy.'))
  await openApp('/settings/pipelines')
  await expect.element(page.getByText('Busy.')).toBeVisible()
})
