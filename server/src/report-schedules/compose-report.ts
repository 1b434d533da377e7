import type { ExploreAddress } from '@muster/contract/explore-address.ts'
import { dayOf } from '@muster/contract/local-days.ts'
import { plainName } from '@muster/contract/names.ts'
import { daysOf, periodOf } from '@muster/contract/report-days.ts'
import { t } from '#texts'
import { tableExport } from '../dashboard/export-report.ts'
import { writeWorkbook } from '../exports/write-workbook.ts'
import type { Attachment } from '../mail/queue-mail.ts'
import { type Email, type MailPart, writeEmail } from '../mail/write-email.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { formatMoment } from '../texts/format.ts'
import { drawReport } from './pdf/draw-report.ts'
import { periodInWords } from './period-words.ts'
import { loadFigures, type ReportFigures } from './report-figures.ts'
import { mayGetRows, writeRowsFile } from './report-rows-file.ts'

interface Asked {
  /** The name of the saved report. */
  name: string
  address: ExploreAddress
  /** When it was due: the end of a period up to now. */
  asOf: string
  /** Of the schedule. */
  timezone: string
  withPdf: boolean
  withRows: boolean
  /** Null for one that a user sends to themselves. */
  unsubscribeToken: string | null
}

export interface ComposedReport {
  outcome: 'sent' | 'empty' | 'failed'
  email: Email
  attachments: Attachment[]
  unsubscribeUrl: string | null
}

/** Mail servers commonly refuse more than 10 MB, and encoding adds a third. */
const maxFileBytes = 3 * 1024 * 1024

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const pdfType = 'application/pdf'

/** Returns the address with the period that it has at a moment, so that it opens the same numbers later. */
export function fixedAddress(address: ExploreAddress, timezone: string, asOf: string): ExploreAddress {
  const now = Date.parse(asOf)
  const [from, to] = daysOf(address, timezone, now)
  const period = periodOf(address)
  // A range that is over has an end of its own.
  if (period === 'own' && (address.until || to < dayOf(now, timezone))) return address
  return { ...address, days: period === 'own' ? undefined : period, from, to, until: asOf }
}

/** Returns the path of the screen with a question. */
export function pathOf(address: ExploreAddress): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(address))
    for (const part of [value ?? []].flat()) parameters.append(name, String(part))
  return `/explore?${parameters}`
}

/** Returns a file name that every system takes. */
function fileName(name: string, day: string, ending: 'pdf' | 'xlsx', suffix = ''): string {
  const plain = plainName(name)
    .replace(/[\\/:*?"<>|]/g, ' ')
    .trim()
  return `${[plain || t`Report`, suffix, day].filter(Boolean).join(' ')}.${ending}`
}

function links({ config }: Services, { unsubscribeToken: token }: Asked) {
  const { publicUrl } = config
  if (!token) return { unsubscribeUrl: null, footer: [] }
  const page = `${publicUrl}/auth/unsubscribe#token=${token}`
  return {
    unsubscribeUrl: `${publicUrl}/api/v1/report-subscriptions/${token}`,
    footer: [
      t`You receive this report because it is sent to you on a schedule.`,
      { label: t`Unsubscribe`, address: page, isPlain: true as const },
    ],
  }
}

/** Draws a report as a PDF for its recipient, in the current language. */
function printReport(
  { config }: Pick<Services, 'config'>,
  recipient: Actor,
  {
    name,
    address,
    asOf,
    timezone,
    figures,
    link,
  }: Pick<Asked, 'name' | 'address' | 'asOf' | 'timezone'> & {
    figures: ReportFigures
    link: string | null
  },
): Promise<Buffer> {
  return drawReport({
    title: plainName(name),
    workspace: plainName(recipient.workspace.name),
    facts: [
      [t`Period`, periodInWords(address, figures.period)],
      [t`For`, plainName(recipient.name)],
      [t`As of`, `${formatMoment(asOf, timezone)} (${timezone})`],
      ...figures.filterNames.map(([label, value]) => [label, plainName(value)] as const),
    ],
    figures,
    notes: [t`The figures are of what you may see.`],
    link,
    asOf,
    fontFiles: config.pdfFonts,
  })
}

/** Draws a report as its reader may see it at a moment, in the current language. */
export async function printReportOf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  reader: Actor,
  asked: Pick<Asked, 'name' | 'address' | 'asOf' | 'timezone'>,
): Promise<Attachment> {
  const { timezone } = reader.workspace
  const address = fixedAddress(asked.address, timezone, asked.asOf)
  const figures = await loadFigures(db, reader, address)
  const link = config.publicUrl + pathOf(address)
  return {
    name: fileName(asked.name, dayOf(Date.parse(asked.asOf), timezone), 'pdf'),
    contentType: pdfType,
    content: await printReport({ config }, reader, { ...asked, figures, link }),
  }
}

async function writeFiles(
  services: Services,
  actor: Actor,
  figures: ReportFigures,
  { name, withRows, asOf }: Asked,
): Promise<{ attachments: Attachment[]; notes: string[] }> {
  const { db } = services
  const { timezone } = actor.workspace
  const day = dayOf(Date.parse(asOf), timezone)
  const { columns, rows } = tableExport(db, figures.file.table)
  const sheet = figures.file.table.name
  const about = figures.file.about
  const table = await writeWorkbook(services, {
    name: sheet,
    columns: Object.values(columns),
    rows,
    about,
    timezone,
    maxBytes: maxFileBytes,
  })
  const attachments: Attachment[] = []
  const notes: string[] = []
  if (table)
    attachments.push({ name: fileName(name, day, 'xlsx'), contentType: workbookType, content: table })
  if (withRows && !figures.isEmpty && mayGetRows(actor)) {
    const file = await writeRowsFile(services, actor, figures, maxFileBytes)
    if (file)
      attachments.push({
        name: fileName(name, day, 'xlsx', t`rows`),
        contentType: workbookType,
        content: file,
      })
    else notes.push(t`The rows are too many for an email. Open the report to export them.`)
  }
  return { attachments, notes }
}

/** Makes the email with a report as its recipient may see it, in the current language. */
export async function composeReport(
  services: Services,
  recipient: Actor,
  asked: Asked,
): Promise<ComposedReport> {
  const { timezone } = recipient.workspace
  const name = plainName(recipient.name)
  const report = plainName(asked.name)
  const address = fixedAddress(asked.address, timezone, asked.asOf)
  const day = dayOf(Date.parse(asked.asOf), timezone)
  const figures = await loadFigures(services.db, recipient, address)
  const { attachments, notes } = await writeFiles(services, recipient, figures, asked)
  const mayOpen = recipient.permissions.has('reports:read')
  const link = mayOpen ? services.config.publicUrl + pathOf(address) : null
  if (asked.withPdf) {
    const printed = await printReport(services, recipient, { ...asked, figures, link })
    attachments.unshift({
      name: fileName(report, day, 'pdf'),
      contentType: pdfType,
      content: printed,
    })
  }
  const { unsubscribeUrl, footer } = links(services, asked)
  const { from, to } = figures.period
  const span = `${formatMoment(from, timezone)} – ${formatMoment(to, timezone)} (${timezone})`
  const parts: MailPart[] = [
    t`Hello ${name},`,
    figures.isEmpty ? t`Nothing was counted for “${report}” in this period.` : report,
    t`Period: ${span}`,
    ...figures.filterNames.map(([label, value]) => `${label}: ${plainName(value)}`),
    ...(figures.isEmpty ? [] : [figures.mailTable, ...figures.mailNotes, ...figures.notes]),
    t`The figures are of what you may see.`,
    ...notes,
    ...(link ? [{ label: t`Open these figures`, address: link }] : []),
    ...footer,
  ]
  return {
    outcome: figures.isEmpty ? 'empty' : 'sent',
    email: writeEmail(report, parts),
    attachments,
    unsubscribeUrl,
  }
}

/** Makes the email that says that a report failed, in the current language. */
export function composeFailure(
  services: Services,
  recipient: Actor,
  asked: Asked & { isRefused: boolean },
): ComposedReport {
  const name = plainName(recipient.name)
  const report = plainName(asked.name)
  const { unsubscribeUrl, footer } = links(services, asked)
  const email = writeEmail(t`${report}: not created`, [
    t`Hello ${name},`,
    asked.isRefused
      ? t`The report “${report}” could not be created for you. It uses data that you may not see or that no longer exists.`
      : t`The report “${report}” could not be created because of an error. The next one will be sent as usual.`,
    ...footer,
  ])
  return { outcome: 'failed', email, attachments: [], unsubscribeUrl }
}
