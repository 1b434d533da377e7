import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { CoveringRequest } from './cover-document.ts'
import { findContacts, findKnown } from './find-contacts.ts'
import type { Item, PageLine, PageText } from './read-page-text.ts'

/** Left, bottom, right and top, in points of the page. */
export type Box = [left: number, bottom: number, right: number, top: number]

/** Which letters of a page's items are covered. */
export interface Covered {
  isCovered(item: number, at: number): boolean
  /** The text of an item without what is covered. */
  textLeft(item: number): string
}

/** Finds the letters of a page that are contact data: within each line, and known ones also across lines. */
export function findCovered({ items, lines }: PageText, { known, country }: CoveringRequest): Covered {
  const covered = items.map(({ text }) => new Uint8Array(text.length))
  const cover = (sources: PageLine['sources'], { start, end }: { start: number; end: number }) => {
    for (const source of sources.slice(start, end)) if (source) covered[source.item]![source.at] = 1
  }
  for (const { text, sources } of lines)
    for (const span of findContacts(text, known, country)) cover(sources, span)
  const text = lines.map((line) => line.text).join('\n')
  const sources = lines.flatMap((line, index) => (index === 0 ? line.sources : [null, ...line.sources]))
  for (const span of findKnown(text, known)) cover(sources, span)
  return {
    isCovered: (item, at) => covered[item]![at] === 1,
    textLeft: (item) =>
      [...items[item]!.text.split('')].map((sign, at) => (covered[item]![at] === 1 ? ' ' : sign)).join(''),
  }
}

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), 'Measure')
const measuring = createCanvas(8, 8).getContext('2d')
measuring.font = '100px Measure'

/** Returns boxes over the covered letters of a page, with room for letters that are wider than measured. */
export function boxesOf({ items }: PageText, covered: Covered): Box[] {
  return items.flatMap((item, index) => runsOf(item, index, covered).map((run) => boxOf(item, run)))
}

function runsOf({ text }: Item, index: number, covered: Covered): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (!covered.isCovered(index, at)) continue
    const last = runs.at(-1)
    if (last?.end === at) last.end = at + 1
    else runs.push({ start: at, end: at + 1 })
  }
  return runs
}

function boxOf(item: Item, { start, end }: { start: number; end: number }): Box {
  const { text, x, y, width, size, angle } = item
  const [below, above] = [size * 0.35, size * 1.05]
  if (angle !== 0) {
    // Turned text is covered whole, with room for every angle.
    const [dx, dy] = [width * Math.cos(angle), width * Math.sin(angle)]
    return [
      Math.min(x, x + dx) - size,
      Math.min(y, y + dy) - size,
      Math.max(x, x + dx) + size,
      Math.max(y, y + dy) + size,
    ]
  }
  const widthOf = (part: string) =>
    item.family === 'monospace' ? part.length : measuring.measureText(part).width
  const total = widthOf(text) || 1
  const measure = (length: number) => (widthOf(text.slice(0, length)) / total) * width
  const room = size * 0.4 + width * (item.family === 'sans-serif' ? 0.015 : 0.03)
  const startsAt =
    text.slice(0, start).trim() === '' ? -size * 0.2 : Math.max(-size * 0.2, measure(start) - room)
  const endsAt = text.slice(end).trim() === '' ? width + size * 0.2 : Math.min(width, measure(end) + room)
  return [x + startsAt, y - below, x + endsAt, y + above]
}
