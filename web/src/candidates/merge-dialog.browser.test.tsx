import { listCandidateMerges, mergeCandidates, previewMerge } from '@muster/contract/candidate-merges.ts'
import { getCandidate, listCandidates, listPossibleDuplicates } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const [ada, adah] = [id(201), id(202)]
const people = { [ada]: 'Ada', [adah]: 'Adah' }
const dialog = page.getByRole('dialog')
const mergeButton = dialog.getByRole('button', { name: 'Merge', exact: true })
const toastOf = (text: string) => page.getByRole('status').filter({ hasText: text })
const bar = page.getByRole('region', { name: 'Selected candidates' })
const merges = () => callsOf(mergeCandidates).map(({ params, body }) => ({ into: params.id, ...body }))

function personOf(personId: string): ResponseOf<typeof getCandidate> {
  const name = people[personId] ?? 'Nobody'
  return {
    ...example(getCandidate),
    id: personId,
    name,
    email: `${name.toLowerCase()}@example.com`,
    version: personId === ada ? 3 : 7,
    applications: [],
    deletedAt: null,
  }
}

function applicationOf(n: number, status: string) {
  const [collision] = example(previewMerge).collisions
  return { ...collision!.survivor, id: id(n), status: { ...collision!.survivor.status, name: status } }
}

beforeEach(() => {
  const [row] = example(listCandidates).items
  answer(listCandidates, {
    ...example(listCandidates),
    items: [ada, adah].map((each) => ({ ...row!, id: each, name: people[each]!, deletedAt: null })),
    total: { value: 2, atLeast: false },
  })
  answer(getCandidate, ({ params }) => personOf(params.id))
  answer(
    previewMerge,
    ({ params, query }): ResponseOf<typeof previewMerge> => ({
      ...example(previewMerge),
      survivor: { ...personOf(params.id), consent: 'unknown' },
      merged: { ...personOf(query.mergedId), consent: 'unknown' },
      fields: [{ field: 'email', suggested: 'survivor', choices: ['survivor', 'merged'], conflict: true }],
      collisions: [
        {
          position: { id: id(301), name: 'Driver' },
          survivor: applicationOf(401, 'Interview'),
          merged: applicationOf(402, 'Lead'),
          suggestedId: id(401),
        },
      ],
      consent: 'unknown',
      doNotCall: false,
    }),
  )
  answer(mergeCandidates, ({ params, body }) => ({
    ...example(mergeCandidates),
    merge: {
      ...example(mergeCandidates).merge,
      survivor: { id: params.id, name: people[params.id]! },
      merged: { id: body.mergedId, name: people[body.mergedId]! },
    },
  }))
})

async function select(...names: string[]) {
  await openApp('/candidates')
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await bar.getByRole('button', { name: 'Merge…' }).click()
  await expect.element(mergeButton).toBeVisible()
}

describe('two candidates that are merged', () => {
  it('become the one that was selected first', async () => {
    await select('Adah', 'Ada')
    await mergeButton.click()
    await expect.poll(merges).toEqual([
      {
        into: adah,
        mergedId: ada,
        version: 7,
        mergedVersion: 3,
        choices: {},
        keepApplicationIds: [id(401)],
      },
    ])
    await expect.element(toastOf('Merged Ada into Adah')).toBeVisible()
    await expect.poll(() => bar.elements()).toEqual([])
  })

  it('keep the values and the application that were chosen', async () => {
    await select('Ada', 'Adah')
    await dialog.getByRole('radio', { name: 'adah@example.com' }).click()
    await dialog.getByRole('radio', { name: /^Lead/ }).click()
    await mergeButton.click()
    await expect
      .poll(merges)
      .toMatchObject([{ into: ada, choices: { email: 'merged' }, keepApplicationIds: [id(402)] }])
  })

  it('start without choices once they are swapped, which would mean the other one', async () => {
    await select('Ada', 'Adah')
    await dialog.getByRole('radio', { name: 'adah@example.com' }).click()
    await dialog.getByRole('button', { name: 'Swap' }).click()
    await expect.poll(() => dialog.getByText('is kept').element().parentElement?.textContent).toMatch(/^Adah/)
    await mergeButton.click()
    await expect
      .poll(() => merges().map(({ into, mergedId, choices }) => [into, mergedId, choices]))
      .toEqual([[adah, ada, {}]])
  })

  it('stay two when that is refused, and the choices stay', async () => {
    answer(mergeCandidates, refuse('CONFLICT', 'Ada was changed.'))
    await select('Ada', 'Adah')
    await dialog.getByRole('radio', { name: 'adah@example.com' }).click()
    await mergeButton.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Candidates not merged: Ada was changed.' }))
      .toBeVisible()
    await expect.element(dialog.getByRole('radio', { name: 'adah@example.com' })).toBeChecked()
  })

  it('stay two on Cancel, and stay selected', async () => {
    await select('Ada', 'Adah')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(merges()).toEqual([])
    await expect.element(bar.getByText('2 selected')).toBeVisible()
  })

  it('say what becomes of the consent only where it changes', async () => {
    await select('Ada', 'Adah')
    const consent = dialog.getByText(/^Consent after the merge/)
    expect(consent.elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    const same = example(previewMerge)
    answer(previewMerge, {
      ...same,
      survivor: { ...personOf(ada), consent: 'given' },
      merged: { ...personOf(adah), consent: 'withdrawn' },
      consent: 'withdrawn',
    })
    await bar.getByRole('button', { name: 'Merge…' }).click()
    await expect.element(consent).toBeVisible()
  })
})

describe('candidates in the list', () => {
  it('are selected by keys only with the permission to merge them', async () => {
    signInAs('owner', ['candidates:read'])
    // Each list has a filter of its own, since a list remembers its cursor.
    await openApp('/candidates?q=reader')
    await expect.element(page.getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
    const cursor = () => document.querySelector('[data-row][data-active] a')?.textContent
    for (const name of ['Ada', 'Adah']) {
      await userEvent.keyboard('j')
      await expect.poll(cursor).toBe(name)
      await userEvent.keyboard('x')
    }
    expect(bar.elements()).toEqual([])
    await userEvent.keyboard('n')
    expect(location.search).toBe('?q=reader')
    signInAs('owner')
    await openApp('/candidates?q=owner')
    await expect.element(page.getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
    await userEvent.keyboard('j')
    await expect.poll(cursor).toBe('Ada')
    await userEvent.keyboard('x')
    await expect.element(bar.getByText('1 selected')).toBeVisible()
  })
})

describe('a possible duplicate on a record', () => {
  async function openRecord() {
    const [duplicate] = example(listPossibleDuplicates).items
    answer(listPossibleDuplicates, { items: [{ ...duplicate!, id: adah, name: 'Adah' }] })
    await openApp(`/candidates/${ada}`)
    await expect.element(page.getByRole('region', { name: 'Possible duplicates' })).toBeVisible()
  }
  const offer = page.getByRole('button', { name: 'Merge with Adah…' })

  it.each([
    [1440, 900],
    [390, 844],
  ])('has its whole name and its button at %i px', async (width, height) => {
    await page.viewport(width, height)
    const [duplicate] = example(listPossibleDuplicates).items
    const [latest] = duplicate!.applications
    const name = 'Maximiliana Hohenstein-Wasserburger-Oberländer'
    const position = { ...latest!.position, name: 'Refrigerated warehouse picker, night shift' }
    answer(listPossibleDuplicates, {
      items: [{ ...duplicate!, id: adah, name, applications: [{ ...latest!, position }] }],
    })
    await openApp(`/candidates/${ada}`)
    const box = page.getByRole('region', { name: 'Possible duplicates' })
    const parts = [
      box.getByRole('link', { name }),
      box.getByRole('link', { name: position.name }),
      box.getByRole('button', { name: /^Merge with/ }),
    ]
    const details = page.getByRole('button', { name: 'Details', exact: true })
    if (width < 600) await details.click()
    await expect.element(parts[2]!).toBeVisible()
    const section = box.element().getBoundingClientRect()
    for (const part of parts) {
      const { left, right } = part.element().getBoundingClientRect()
      expect(left).toBeGreaterThanOrEqual(section.left)
      expect(right).toBeLessThanOrEqual(section.right)
      expect(part.element().scrollWidth).toBeLessThanOrEqual(part.element().clientWidth + 1)
    }
    const bottoms = parts.slice(0, 2).map((part) => part.element().getBoundingClientRect())
    expect(bottoms[1]!.top).toBeGreaterThanOrEqual(bottoms[0]!.bottom)
    await page.viewport(1280, 900)
  })

  it('is merged into the record, which is then read again', async () => {
    await openRecord()
    const before = callsOf(getCandidate).length
    await offer.click()
    await mergeButton.click()
    await expect.poll(merges).toMatchObject([{ into: ada, mergedId: adah }])
    await expect.poll(() => callsOf(getCandidate).length).toBeGreaterThan(before)
    expect(location.pathname).toBe(`/candidates/${ada}`)
  })

  it('leads to the one that is kept when they are swapped', async () => {
    await openRecord()
    await offer.click()
    await expect.element(mergeButton).toBeVisible()
    await dialog.getByRole('button', { name: 'Swap' }).click()
    await expect.poll(() => dialog.getByText('is kept').element().parentElement?.textContent).toMatch(/^Adah/)
    await mergeButton.click()
    await expect.poll(() => location.pathname).toBe(`/candidates/${adah}`)
  })

  it('is only named to those who may not change candidates', async () => {
    signInAs('owner', ['candidates:read', 'applications:read'])
    await openRecord()
    expect(offer.elements()).toEqual([])
  })
})

describe('a merge on the record', () => {
  const undo = page.getByRole('button', { name: 'Unmerge Adah' })

  async function openMerged(whyNot: string | null) {
    const [merge] = example(listCandidateMerges).items
    answer(listCandidateMerges, {
      items: [
        {
          ...merge!,
          survivor: { id: ada, name: 'Ada' },
          merged: { id: adah, name: 'Adah' },
          undone: null,
          kept: [],
          can: { undo: whyNot === null },
          whyNot,
        },
      ],
    })
    answer(listPossibleDuplicates, { items: [] })
    await openApp(`/candidates/${ada}`)
    await expect.element(page.getByText('Adah was merged into Ada')).toBeVisible()
  }

  it('cannot be undone while the server says so, with the reason', async () => {
    await openMerged('Merged again since.')
    await expect.element(undo).toBeDisabled()
    await expect.element(undo).toHaveAttribute('title', 'Merged again since.')
  })

  it('is not offered for undoing to those who may not change candidates', async () => {
    signInAs('owner', ['candidates:read', 'applications:read'])
    await openMerged(null)
    expect(undo.elements()).toEqual([])
  })
})
