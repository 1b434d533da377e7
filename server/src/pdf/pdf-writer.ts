import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

const { resolve } = createRequire(import.meta.url)

/** Inter is split into parts by script. The first part that has a character draws it. */
const parts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'greek-ext', 'cyrillic-ext', 'vietnamese'] as const
const weights = { regular: 400, bold: 600 } as const

const fileOf = (part: string, weight: number) =>
  resolve(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff`)

type Document = InstanceType<typeof PDFDocument>

/** What pdfkit knows of the current font, and does not declare. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
}

/** What stands for characters that no font has. */
export const missingMark = '[?]'

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
/** What may be between words that are read from right to left. Digits are not: they are read from left to right. */
const between = /[\s\p{M}.,'’-]/u
const trailing = /[\s.,'’-]+$/
const joiners = /[\u200C\u200D]/

/** Text in one font. `hidden` are the characters that no font has. */
interface Piece {
  font: string
  text: string
  hidden?: string
}

/** Takes off what follows the last word that is read from right to left: it would be drawn before the first one. */
function splitTrailing(piece: Piece): Piece[] {
  const [rest] = (rightToLeft.test(piece.text) && trailing.exec(piece.text)) || []
  if (!rest) return [piece]
  return [
    { ...piece, text: piece.text.slice(0, -rest.length) },
    { ...piece, text: rest },
  ]
}

const figure = /^[\d.,%*\s]+$/

/** Figures have digits of one width. Any feature makes pdfkit lay a piece out as a whole, which the order of letters needs. */
const featuresOf = ({ text }: Piece) => (figure.test(text) ? ['tnum' as const] : ['kern' as const])

interface Place {
  x: number
  /** The top of the first line. */
  y: number
  width: number
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
  /** The most lines; the last one ends with an ellipsis if there is more text. Without it, as many as it takes. */
  lines?: number
  /** What a click on the text opens. */
  link?: string
}

/** Of Inter, in sizes of the font: from the top of a line to its letters' foot, and to the next line. */
const ascent = 1.1
const leading = 1.5

export const ink = '#1b1d1f'

interface Info {
  title: string
  author: string
  created: Date
  language: string
  layout?: 'portrait' | 'landscape'
  margin: number
  /** Above the lower margin, for what is on every page. */
  footerRoom?: number
  /** Fonts of the operator, for the scripts that Inter does not have. */
  fontFiles?: readonly string[]
}

/**
 * An A4 document with embedded fonts, so that it looks and prints the same everywhere, and its text can be selected. Text can
 * be in any script of its fonts. Its characters are drawn as they are: nothing in them is a command.
 */
export class PdfWriter {
  readonly pdf: Document
  readonly margin: number
  readonly #footerRoom: number
  /** Whether some characters were in no font. */
  hasMissing = false
  readonly #names: readonly string[]
  readonly #fonts = new Map<string, string | null>()

  constructor({ title, author, created, language, layout, margin, footerRoom = 0, fontFiles = [] }: Info) {
    this.pdf = new PDFDocument({
      size: 'A4',
      layout: layout ?? 'portrait',
      // Text is placed here alone: pdfkit adds a page for text below a margin.
      margin: 0,
      lang: language,
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, Author: author, Creator: 'Muster', CreationDate: created },
    })
    this.margin = margin
    this.#footerRoom = footerRoom
    for (const part of parts)
      for (const [name, weight] of Object.entries(weights))
        this.pdf.registerFont(`${part} ${name}`, fileOf(part, weight))
    fontFiles.forEach((file, index) => {
      this.pdf.registerFont(`extra${index} regular`, file)
      this.pdf.registerFont(`extra${index} bold`, file)
    })
    this.#names = [...parts, ...fontFiles.map((_, index) => `extra${index}`)]
  }

  get width(): number {
    return this.pdf.page.width - 2 * this.margin
  }

  /** The lowest place of a page that is written on. */
  get bottom(): number {
    return this.pdf.page.height - this.margin - this.#footerRoom
  }

  /** Returns the font that draws a character; null without one. */
  #fontOf(char: string, weight: keyof typeof weights): string | null {
    const key = `${char} ${weight}`
    const known = this.#fonts.get(key)
    if (known !== undefined) return known
    const name = this.#names.find((each) => this.#hasGlyph(`${each} ${weight}`, char))
    const font = name ? `${name} ${weight}` : null
    this.#fonts.set(key, font)
    return font
  }

  #hasGlyph(font: string, char: string): boolean {
    try {
      this.pdf.font(font)
    } catch (error) {
      // A broken file of the operator is as good as none.
      if (font.startsWith('extra')) return false
      throw error
    }
    return (this.pdf as unknown as WithFont)._font.font.hasGlyphForCodePoint(char.codePointAt(0)!)
  }

  /** Splits text by font. What is between two letters that are read from right to left stays with them. */
  #split(text: string, weight: keyof typeof weights): Piece[] {
    const pieces: Piece[] = []
    for (const char of text.normalize('NFC')) {
      const last = pieces.at(-1)
      const isAttached = last && !last.hidden && joiners.test(char)
      const keeps = last && !last.hidden && rightToLeft.test(last.text) && between.test(char)
      const font =
        (isAttached || keeps) && this.#hasGlyph(last.font, char) ? last.font : this.#fontOf(char, weight)
      if (font === null) {
        // A joiner that no font has joins nothing.
        if (joiners.test(char)) continue
        if (last?.hidden) last.hidden += char
        else pieces.push({ font: `${parts[0]} ${weight}`, text: missingMark, hidden: char })
      } else if (last && !last.hidden && last.font === font) last.text += char
      else pieces.push({ font, text: char })
    }
    return pieces.flatMap(splitTrailing)
  }

  #widthOf(piece: Piece, size: number): number {
    return this.pdf
      .font(piece.font)
      .fontSize(size)
      .widthOfString(piece.text, { features: featuresOf(piece) })
  }

  /** Returns the width of text on one line. */
  widthOf(text: string, size: number, bold = false): number {
    return this.#split(text, bold ? 'bold' : 'regular').reduce(
      (sum, piece) => sum + this.#widthOf(piece, size),
      0,
    )
  }

  /** Returns text that fits a width: cut, with an ellipsis, if it is longer. */
  fit(text: string, width: number, size: number, bold = false): string {
    if (this.widthOf(text, size, bold) <= width) return text
    const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
    let [least, most] = [0, letters.length]
    while (least < most) {
      const middle = Math.ceil((least + most) / 2)
      if (this.widthOf(`${letters.slice(0, middle).join('')}…`, size, bold) <= width) least = middle
      else most = middle - 1
    }
    return `${letters.slice(0, least).join('').trimEnd()}…`
  }

  /** Breaks text into lines; a longer word than a line is cut. */
  #breakLines(text: string, { width, size = 9.5, bold = false, lines }: Place): string[] {
    const found: string[] = []
    for (const paragraph of text.split('\n')) {
      let line = ''
      for (const word of paragraph.split(/\s+/).filter(Boolean)) {
        const longer = line ? `${line} ${word}` : word
        if (line && this.widthOf(longer, size, bold) > width) {
          found.push(line)
          line = word
        } else line = longer
      }
      found.push(line)
    }
    const shown = lines && found.length > lines ? found.slice(0, lines - 1) : found
    const rest = found.slice(shown.length).join(' ')
    return [...shown, ...(rest ? [rest] : [])].map((line) => this.fit(line, width, size, bold))
  }

  /** Returns how high text is with this width. */
  heightOf(text: string, place: Omit<Place, 'x' | 'y'>): number {
    return this.#breakLines(text, { ...place, x: 0, y: 0 }).length * (place.size ?? 9.5) * leading
  }

  /** Writes text and returns the top of the next line. */
  write(text: string, place: Place): number {
    const { x, y, width, size = 9.5, bold = false, color = ink, align = 'left', link } = place
    let top = y
    for (const line of this.#breakLines(text, place)) {
      const pieces = this.#split(line, bold ? 'bold' : 'regular')
      const widths = pieces.map((piece) => this.#widthOf(piece, size))
      const room = width - widths.reduce((sum, one) => sum + one, 0)
      let at = x + (align === 'right' ? room : align === 'center' ? room / 2 : 0)
      if (link) this.pdf.link(at, top, width - room, size * leading, link)
      pieces.forEach((piece, index) => {
        this.#draw(piece, at, top + size * ascent, { size, color })
        at += widths[index]!
      })
      top += size * leading
    }
    return top
  }

  #draw(piece: Piece, x: number, baseline: number, { size, color }: Required<Pick<Place, 'size' | 'color'>>) {
    const { pdf } = this
    const { font, text, hidden } = piece
    const features = featuresOf(piece)
    if (hidden) {
      this.hasMissing = true
      // Screen readers, and programs that copy text, get what is not drawn.
      pdf.markContent('Span', { actual: hidden })
    }
    pdf
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', features })
    if (hidden) pdf.endMarkedContent()
  }

  /** Draws a horizontal line over the width of the page. */
  rule(y: number, color: string): void {
    this.pdf
      .moveTo(this.margin, y)
      .lineTo(this.margin + this.width, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke()
  }
}
