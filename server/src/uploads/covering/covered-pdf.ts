import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

/** A piece of text at the start of its baseline, in points from the top left of the page. */
export interface PlacedText {
  text: string
  x: number
  y: number
  size: number
  width: number
}

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
export const regular = join(fonts, 'LiberationSans-Regular.ttf')
export const bold = join(fonts, 'LiberationSans-Bold.ttf')

/** The scripts of these fonts: Latin, Greek and Cyrillic. */
const unwritable =
  /[^\u0020-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf\u2100-\u2193\u2200-\u22ff\u25a0-\u25cf]/gu

/** Returns a text without letters that our fonts do not have. */
export function writable(text: string): string {
  return text.normalize('NFC').replace(unwritable, '')
}

/** Starts a PDF that is never edited again: without title, author and other data of the original. */
export function startPdf(options: Partial<PDFKit.PDFDocumentOptions> = {}): {
  pdf: PDFKit.PDFDocument
  bytes: Promise<Buffer>
} {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0, lang: 'und', ...options })
  return { pdf, bytes: buffer(pdf) }
}

interface CoveredPage {
  width: number
  height: number
  /** A JPEG of the whole page. */
  picture: Buffer
  /** What can be selected and searched in it. */
  texts: readonly PlacedText[]
}

/** Makes a PDF of pictures of pages, each with an invisible layer of text. */
export function createCoveredPdf() {
  const { pdf, bytes } = startPdf()
  return {
    addPage({ width, height, picture, texts }: CoveredPage) {
      pdf.addPage({ size: [width, height], margin: 0 })
      pdf.image(picture, 0, 0, { width, height })
      pdf.font(regular).fillOpacity(0)
      for (const { text: read, x, y, size, width: wanted } of texts) {
        const text = writable(read)
        if (text.trim() === '' || size <= 0 || x < 0 || y < 0) continue
        pdf.fontSize(size)
        const written = pdf.widthOfString(text)
        const horizontalScaling =
          written > 0 && wanted > 0 ? Math.min(300, Math.max(30, (wanted / written) * 100)) : 100
        // The types do not know horizontal scaling.
        const options = { lineBreak: false, baseline: 'alphabetic', horizontalScaling } as const
        pdf.text(text, x, y, options)
      }
      pdf.fillOpacity(1)
    },
    end() {
      pdf.end()
      return bytes
    },
  }
}
