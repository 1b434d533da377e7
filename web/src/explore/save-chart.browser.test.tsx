import { exploreReport } from '@muster/contract/explore.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, example } from '../testing/server.ts'

const saved: Blob[] = []

beforeEach(() => {
  saved.length = 0
  const make = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return make(blob)
  })
  const whole = example(exploreReport)
  const [measure] = whole.measures
  const [group] = whole.rows
  const names = ['Indeed', 'A source with a name that is much longer than the room that bars have for it']
  const [cell] = measure!.cells
  const cellOf = (row: number | null, column: number | null, value: number) => ({
    ...cell!,
    ...{ row, column, value, n: value, isFew: value < 10, part: null, p90: null, previous: null },
  })
  answer(exploreReport, ({ query }) => {
    const isHeat = [query?.by ?? []].flat().length > 1
    const columns = isHeat ? [{ ...group!, key: '1', name: null, isOthers: false, others: [] }] : []
    return {
      ...whole,
      by: isHeat ? (['source', 'weekday'] as never) : (['source'] as never),
      rows: names.map((name) => ({ ...group!, key: name, name, isOthers: false, others: [] })),
      rowCount: 2,
      columns,
      columnCount: columns.length,
      measures: [
        {
          ...measure!,
          ...{ measure: 'hired', unit: 'count', summary: null },
          cells: [
            cellOf(0, null, 40),
            cellOf(1, null, 20),
            cellOf(null, null, 60),
            ...(isHeat ? [cellOf(0, 0, 40), cellOf(1, 0, 20), cellOf(null, 0, 60)] : []),
          ],
        },
      ],
    } as never
  })
})

afterEach(() => void vi.restoreAllMocks())

async function save(format: 'PNG' | 'SVG'): Promise<Blob> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: `Picture (${format})` }).click()
  const type = format === 'PNG' ? 'image/png' : 'image/svg+xml'
  await expect.poll(() => saved.some((blob) => blob.type === type)).toBe(true)
  return saved.find((blob) => blob.type === type)!
}

async function readSvg(): Promise<Document> {
  const picture = new DOMParser().parseFromString(await (await save('SVG')).text(), 'image/svg+xml')
  expect(picture.querySelector('parsererror')).toBeNull()
  return picture
}

const wordsOf = (picture: Document) =>
  [...picture.querySelectorAll('text')].map(({ textContent }) => textContent)

describe('the picture of a chart', () => {
  it('has the bars with their names and numbers, as wide as on the page', async () => {
    await openApp('/explore?measure=hired&by=source&chart=bars&compared=no')
    await expect.element(page.getByRole('listitem').getByText('Indeed')).toBeVisible()
    const picture = await readSvg()
    expect(wordsOf(picture)).toEqual(expect.arrayContaining(['Hires by Source', 'Indeed', '40', '20']))
    const bars = [...picture.querySelectorAll('g rect')].map((bar) => Number(bar.getAttribute('width')))
    expect(bars).toHaveLength(2)
    expect(bars[0]! / bars[1]!).toBeCloseTo(2, 1)
  })

  it('shortens a name that the page shortens', async () => {
    await openApp('/explore?measure=hired&by=source&chart=bars&compared=no')
    await expect.element(page.getByRole('listitem').getByText('Indeed')).toBeVisible()
    const long = wordsOf(await readSvg()).find((word) => word?.startsWith('A source'))
    expect(long).toMatch(/…$/)
  })

  it('has the cells of a heat map with their shades, in colours that every program reads', async () => {
    await openApp('/explore?measure=hired&by=source&by=weekday&chart=heat&compared=no')
    await expect.element(page.getByRole('columnheader', { name: 'Monday' })).toBeVisible()
    const picture = await readSvg()
    expect(wordsOf(picture)).toEqual(expect.arrayContaining(['Monday', 'Indeed', '40', '20', '60']))
    const fills = [...picture.querySelectorAll('g rect')].map((cell) => cell.getAttribute('fill'))
    expect(new Set(fills).size).toBeGreaterThan(2)
    expect(fills.filter((fill) => !/^(#|rgba?\()/.test(fill!))).toEqual([])
  })

  it('can be a PNG of twice the size, for screens with small pixels', async () => {
    await openApp('/explore?measure=hired&by=source&chart=bars&compared=no')
    await expect.element(page.getByRole('listitem').getByText('Indeed')).toBeVisible()
    const image = await createImageBitmap(await save('PNG'))
    const chart = document.querySelector('[data-chart]')!
    expect(image.width).toBe(2 * (chart.scrollWidth + 32))
  })

  it('is not offered of a table alone', async () => {
    await openApp('/explore?measure=hired&by=source&chart=table&compared=no')
    await page.getByRole('button', { name: 'Export' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeVisible()
    expect(page.getByRole('menuitem', { name: /Picture/ }).elements()).toEqual([])
  })
})
