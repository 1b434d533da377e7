import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import JSZip from 'jszip'
import PDFDocument from 'pdfkit'
import type { Random } from './random.ts'
import type { Trade } from './trades.ts'

/** What a résumé of a sample person says. */
export interface Resume {
  name: string
  /** Town and contact data, as its second line. */
  contact: readonly string[]
  summary: string
  qualifications: readonly string[]
  jobs: readonly { title: string; employer: string; years: string; tasks: readonly string[] }[]
  education: string
  languages: string
}

const schools = [
  'Lakeside High School',
  'Prairie State Community College',
  'West Suburban Career Center',
  'Riverbend High School',
]
interface Person {
  name: string
  email: string | null
  phone: string | null
  location: string | null
  title: string | null
  company: string | null
}

/** Returns the texts from a random one on. */
function rotated(texts: readonly string[], random: Random): string[] {
  const first = random.int(texts.length)
  return [...texts.slice(first), ...texts.slice(0, first)]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Writes a résumé that agrees with what the person says on calls: it has every requirement and former title. */
export function writeResume(person: Person, trade: Trade, year: number, random: Random): Resume {
  const titles = [...new Set([...(person.title ? [person.title] : []), ...trade.formerTitles])].slice(0, 4)
  // No employer twice, and no two jobs that list the same.
  const employers = rotated(trade.employers, random).filter((name) => name !== person.company)
  if (person.company) employers.unshift(person.company)
  const duties = rotated(trade.duties, random)
  let until = year
  const jobs = titles.map((title, index) => {
    const from = until - 1 - random.int(3)
    const years = `${from} – ${index === 0 ? 'Present' : until}`
    until = from
    const employer = employers[index % employers.length]!
    const tasks = [duties[index % duties.length]!, duties[(index + 2) % duties.length]!]
    return { title, employer, years, tasks }
  })
  const formatted = person.phone?.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  return {
    name: person.name,
    contact: [person.location, formatted, person.email].flatMap((part) => part ?? []),
    summary: `${capital(trade.title)} with ${year - until} years of experience. Looking for steady hours: ${trade.shifts.join(', ')}.`,
    qualifications: trade.requirements.map((text) => capital(text.replace(/^the /, ''))),
    jobs,
    education: `${random.pick(schools)}, ${until - 1}`,
    languages: random.chance(0.3) ? 'English, Spanish' : 'English',
  }
}

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
const margin = 64

/** Returns a résumé as a PDF of one page. */
export async function resumePdf(resume: Resume): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin, info: { Title: resume.name } })
  const bytes = buffer(pdf)
  pdf.registerFont('text', join(fonts, 'LiberationSans-Regular.ttf'))
  pdf.registerFont('strong', join(fonts, 'LiberationSans-Bold.ttf'))
  const heading = (text: string) => {
    pdf.moveDown(0.9).font('strong').fontSize(9.5).text(text.toUpperCase(), { characterSpacing: 0.8 })
    pdf
      .moveTo(margin, pdf.y + 2)
      .lineTo(612 - margin, pdf.y + 2)
      .lineWidth(0.5)
      .stroke('#999999')
    pdf.moveDown(0.5).font('text').fontSize(10.5)
  }
  pdf.font('strong').fontSize(21).text(resume.name)
  pdf.moveDown(0.2).font('text').fontSize(10.5).text(resume.contact.join('  ·  '))
  heading('Summary')
  pdf.text(resume.summary, { lineGap: 2 })
  heading('Qualifications')
  for (const line of resume.qualifications) pdf.text(`•  ${line}`, { lineGap: 2 })
  heading('Experience')
  for (const { title, employer, years, tasks: done } of resume.jobs) {
    pdf.font('strong').text(`${title}, ${employer}`, { continued: true }).font('text').text(`   ${years}`)
    for (const task of done) pdf.text(`•  ${task}`, { lineGap: 2 })
    pdf.moveDown(0.4)
  }
  heading('Education')
  pdf.text(resume.education)
  heading('Languages')
  pdf.text(resume.languages)
  pdf.end()
  return bytes
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function paragraph(text: string, { size, strong = false }: { size?: number; strong?: boolean } = {}): string {
  const style = `${strong ? '<w:b/>' : ''}${size ? `<w:sz w:val="${size * 2}"/>` : ''}`
  return `<w:p><w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
}

/** Returns a résumé as a Word document. */
export async function resumeDocx(resume: Resume): Promise<Buffer> {
  const heading = (text: string) => paragraph(text, { size: 13, strong: true })
  const body = [
    paragraph(resume.name, { size: 20, strong: true }),
    paragraph(resume.contact.join(' | ')),
    heading('Summary'),
    paragraph(resume.summary),
    heading('Qualifications'),
    ...resume.qualifications.map((line) => paragraph(`• ${line}`)),
    heading('Experience'),
    ...resume.jobs.flatMap(({ title, employer, years, tasks: done }) => [
      paragraph(`${title}, ${employer}, ${years}`, { strong: true }),
      ...done.map((task) => paragraph(`• ${task}`)),
    ]),
    heading('Education'),
    paragraph(resume.education),
    heading('Languages'),
    paragraph(resume.languages),
  ]
  const zip = new JSZip()
  zip.file(
    '[Content_Types].xml',
    `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  )
  zip.file(
    '_rels/.rels',
    `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  zip.file(
    'word/document.xml',
    `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
  )
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
