import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A piece of text as a PDF draws it. */
export interface Item {
  text: string
  /** Of the start of the baseline, in points of the page. */
  x: number
  y: number
  width: number
  /** Of the font. */
  size: number
  /** Of the baseline, in radians; 0 for text that is not turned. */
  angle: number
  /** The generic family of its font: `sans-serif`, `serif` or `monospace`. */
  family: string
}

/** A line of text, and where each of its letters comes from; null for a space between items. */
export interface PageLine {
  text: string
  sources: ({ item: number; at: number } | null)[]
}

export interface PageText {
  items: Item[]
  lines: PageLine[]
}

/** Separates columns: no contact data continue after it. */
const column = ' | '

function gapBetween(before: Item, after: Item): number {
  return after.x - (before.x + before.width)
}

function isSameLine(before: Item, after: Item): boolean {
  if (Math.abs(before.angle - after.angle) > 0.01) return false
  if (before.angle !== 0) return true
  return Math.abs(before.y - after.y) < Math.max(before.size, after.size) * 0.5
}

/** Reads the text of a page in drawing order, and joins what is on one line. */
export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const { items: read, styles } = await page.getTextContent({ disableNormalization: false } as never)
  const items: Item[] = []
  const lines: PageLine[] = []
  let before: Item | null = null
  for (const piece of read) {
    if (!('str' in piece) || piece.str === '') continue
    const [a = 1, b = 0, c = 0, d = 0, x = 0, y = 0] = piece.transform as number[]
    const angle = Math.abs(b) < 0.01 * Math.abs(a) ? 0 : Math.atan2(b, a)
    const size = Math.hypot(c, d) || piece.height || 1
    const item: Item = {
      text: piece.str,
      x,
      y,
      width: piece.width,
      size,
      angle,
      family: styles[piece.fontName]?.fontFamily ?? '',
    }
    const index = items.push(item) - 1
    let line = lines.at(-1)
    if (!line || !before || !isSameLine(before, item)) {
      line = { text: '', sources: [] }
      lines.push(line)
    } else if (item.angle === 0) {
      const gap = gapBetween(before, item)
      const separator = gap > item.size * 2.5 || gap < -item.size ? column : gap > item.size * 0.15 ? ' ' : ''
      line.text += separator
      for (let sign = 0; sign < separator.length; sign += 1) line.sources.push(null)
    }
    line.text += item.text
    for (let at = 0; at < item.text.length; at += 1) line.sources.push({ item: index, at })
    before = item
  }
  return { items, lines }
}
