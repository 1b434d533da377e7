import { readFile } from 'node:fs/promises'
import { updateApplication } from '@muster/contract/applications.ts'
import { exploreReport } from '@muster/contract/explore.ts'
import { toExploreQuery } from '@muster/contract/explore-address.ts'
import { downloadReport, downloadSavedReport } from '@muster/contract/report-schedules.ts'
import { createSavedReport } from '@muster/contract/saved-reports.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportFixture } from '../../dashboard/fixtures/report-fixture.ts'
import { newId } from '../../database/new-id.ts'
import { countInk, openPdf, pagesOf } from '../../pdf/fixtures/read-pdf.ts'
import { addressOf, type TestServer, type TestUser } from '../../testing/test-server.ts'
import {
  deleteMails,
  scheduleReport,
  sendSchedule,
  setUser,
  startReportServer,
} from '../fixtures/report-emails.ts'
import { colors } from './colors.ts'

let server: TestServer
let fixture: ReportFixture
let admin: TestUser
let manager: TestUser
let reviewer: TestUser

beforeAll(async () => {
  ;({ server, fixture, reviewer } = await startReportServer())
  const { run } = fixture
  for (let one = 3; one < 11; one += 1) {
    await run({ kind: 'timePasses', one, hours: one * 50 })
    await run({ kind: 'move', one, type: 1 })
  }
  ;({ admin, manager } = fixture)
})

afterAll(() => server?.stop())

beforeEach(() => deleteMails(server))

interface Sent {
  body: string
  /** Undefined if there is none. */
  pdf: Buffer | undefined
}

/** Sends a report on a schedule and returns what each recipient gets. */
async function send(
  query: Record<string, string | string[]>,
  recipients: TestUser[],
  { name = `Report ${newId()}`, ...more }: { name?: string; withPdf?: boolean; timezone?: string } = {},
): Promise<Sent[]> {
  const { body: report } = await server.call(createSavedReport, { as: admin, body: { name, query } })
  const id = await scheduleReport(server, admin, { reportId: report.id, recipients, ...more })
  await sendSchedule(server, id)
  return Promise.all(recipients.map(sentTo))
}

async function sentTo({ email }: TestUser): Promise<Sent> {
  const mail = await server.db
    .selectFrom('mails')
    .where('recipient', '=', email)
    .selectAll()
    .executeTakeFirstOrThrow()
  const files = await server.db
    .selectFrom('mail_attachments')
    .where('mail_id', '=', mail.id)
    .where('content_type', '=', 'application/pdf')
    .select(['name', 'content'])
    .execute()
  expect(files.every(({ name }) => name.endsWith('.pdf'))).toBe(true)
  return { body: mail.body, pdf: files[0]?.content }
}

async function linksOf(pdf: Buffer): Promise<string[]> {
  const annotations = await (await (await openPdf(pdf)).getPage(1)).getAnnotations()
  return annotations.map(({ url }: { url: string }) => url)
}

/** Returns the figures of an email, in their order. */
function figuresIn({ body }: Sent): string[] {
  const lines = body.split('\n').filter((line) => line.startsWith('- '))
  return lines
    .slice(1)
    .flatMap((line) => line.slice(2).split(' | '))
    .filter((text) => text && text !== '–')
}

/** Asserts that a PDF has all figures and names of the email. */
async function expectSameFigures(sent: Sent) {
  const text = (await pagesOf(sent.pdf!)).join('\n')
  const figures = figuresIn(sent)
  expect(figures.length).toBeGreaterThan(0)
  for (const figure of figures) expect(text).toContain(figure)
  return text
}

const bySource = { measure: 'newApplications', by: ['source'], days: '90' }

describe('the PDF of a sent report', () => {
  it.each([
    ['bars', bySource, 3000],
    ['lines', { measure: 'newApplications', days: '28' }, 900],
    ['lines for each group', { measure: 'newApplications', by: ['week', 'source'], days: '90' }, 750],
    ['a heat map', { measure: 'newApplications', by: ['position', 'source'], chart: 'heat', days: '90' }, 0],
    ['a funnel', { measure: 'funnel', days: '90' }, 3000],
    ['a distribution', { measure: 'timeInStage', chart: 'distribution', days: '90' }, 900],
    ['cohorts', { measure: 'cohorts', by: ['week'], days: '28' }, 0],
    ['a table', { ...bySource, chart: 'table' }, 0],
  ])('of %s has the figures of the email, and the picture', async (_, query, leastInk) => {
    const [sent] = await send(query, [admin])
    await expectSameFigures(sent!)
    // The name of the program is in this colour too.
    expect(await countInk(sent!.pdf!, colors.accent)).toBeGreaterThan(leastInk)
  })

  it('draws no chart for a table', async () => {
    const [bars] = await send(bySource, [admin])
    await deleteMails(server)
    const [table] = await send({ ...bySource, chart: 'table' }, [admin])
    const inks = await Promise.all([bars, table].map((sent) => countInk(sent!.pdf!, colors.accent)))
    expect(inks[1]! * 5).toBeLessThan(inks[0]!)
  })

  it('shades the heat map by the value', async () => {
    const query = { measure: 'newApplications', by: ['position', 'source'], days: '90' }
    const shadeOfMost = '#99c1ba'
    const [heat] = await send({ ...query, chart: 'heat' }, [admin])
    await deleteMails(server)
    const [table] = await send({ ...query, chart: 'table' }, [admin])
    expect(await countInk(heat!.pdf!, shadeOfMost)).toBeGreaterThan(3000)
    expect(await countInk(table!.pdf!, shadeOfMost)).toBeLessThan(100)
  })

  it('counts for each recipient what they may see, as the API does', async () => {
    const query = { measure: 'submitted', by: ['position'], days: '90' }
    const sent = await send(query, [admin, manager, reviewer])
    const totals = await Promise.all(
      sent.map(async (each) => /All\s*(\d+)/.exec(await expectSameFigures(each))?.[1]),
    )
    const asked = toExploreQuery({ measure: 'submitted', days: '90' }, 'America/New_York')
    const { body } = await server.call(exploreReport, { as: admin, query: asked })
    expect(totals).toEqual([String(body.measures[0]!.cells[0]!.n), '1', '1'])
    const links = await Promise.all(sent.map(async ({ pdf }) => linksOf(pdf!)))
    expect(links.map((found) => found.length)).toEqual([1, 1, 0])
  })

  it('names no filter to client reviewers', async () => {
    const { companyId } = fixture.positions[2]!
    const sent = await send({ measure: 'submitted', companyId: [companyId!], days: '90' }, [admin, reviewer])
    const texts = await Promise.all(sent.map(async ({ pdf }) => (await pagesOf(pdf!)).join()))
    expect(texts.map((text) => text.includes('Company'))).toEqual([true, false])
  })

  it('states the question, for whom and as of when in the timezone of the schedule', async () => {
    const [sent] = await send(bySource, [admin], { name: 'Sources', timezone: 'Asia/Tokyo' })
    const [text] = await pagesOf(sent!.pdf!)
    expect(text).toMatch(/Sources.*Period\s*Last 90 days: .*\(America\/New_York\)/s)
    expect(text).toMatch(/For\s*A admin/)
    expect(text).toMatch(/As of\s*\w{3} \d+, \d{4}, \d+:\d\d [AP]M \(Asia\/Tokyo\)/)
    expect(text).toContain('Page 1 of 1')
  })

  it('opens the same figures as of then', async () => {
    const [sent] = await send(bySource, [admin])
    const [link] = await linksOf(sent!.pdf!)
    expect(sent!.body).toContain(link)
    expect(link).toContain('until=')
  })

  it('has a title and a language, and is in that of its recipient', async () => {
    await setUser(server, admin, { language: 'de' })
    const [sent] = await send(bySource, [admin], { name: 'Quellen' })
    await setUser(server, admin, { language: null })
    const { info } = (await (await openPdf(sent!.pdf!)).getMetadata()) as { info: Record<string, unknown> }
    expect([info.Title, info.Language]).toEqual(['Quellen', 'de'])
    const text = await expectSameFigures(sent!)
    expect(text).toMatch(/Zeitraum.*Neue Bewerbungen.*Seite 1 von 1/s)
  })

  it('says that nothing was counted', async () => {
    const [sent] = await send({ measure: 'offers', days: '7' }, [admin])
    expect((await pagesOf(sent!.pdf!))[0]).toContain('Nothing was counted in this period.')
  })

  it('is left out if the schedule says so, and if the report cannot be made', async () => {
    const [without] = await send(bySource, [admin], { withPdf: false })
    await deleteMails(server)
    const [failed] = await send({ ...bySource, by: ['field.gone'] }, [admin])
    expect([without!.pdf, failed!.pdf]).toEqual([undefined, undefined])
    expect(failed!.body).toContain('could not be created for you')
  })

  it('marks and greys rates of too few, with the reason', async () => {
    const [sent] = await send({ measure: 'funnel', days: '90' }, [admin])
    const [text] = await pagesOf(sent!.pdf!)
    expect(text).toContain('100%*')
    expect(text).toContain('* Of fewer than 10: too few to compare')
  })

  it('writes names in the scripts of its fonts, as they are, and marks what no font has', async () => {
    const names = ['Łódź Nguyễn', 'Ολυμπία 12', 'Иван Петров 34', '<b>=HYPERLINK("x")</b>', '山田 Taro']
    const ids = await server.db.selectFrom('applications').select('id').orderBy('id').limit(5).execute()
    for (const [index, source] of names.entries())
      await server.call(updateApplication, { as: admin, params: ids[index]!, body: { source } })
    const [sent] = await send(bySource, [admin])
    const text = (await pagesOf(sent!.pdf!)).join()
    for (const name of names.slice(0, 4)) expect(text.normalize('NFC')).toContain(name)
    expect(text).toContain('[?] Taro')
    expect(text).toContain('[?] stands for characters that this file has no font for.')
  })

  it('cuts long names, and repeats the head on each page of a long table', async () => {
    const long = 'A source with a very long name '.repeat(3)
    const ids = await server.db.selectFrom('applications').select('id').orderBy('id').execute()
    for (const [index, { id }] of ids.entries())
      await server.call(updateApplication, {
        as: admin,
        params: { id },
        body: { source: `${index} ${long}`.trim() },
      })
    const [sent] = await send({ ...bySource, by: ['source', 'week'], chart: 'table', days: '28' }, [admin])
    expect((await pagesOf(sent!.pdf!)).join()).toContain('…')
    await deleteMails(server)
    const [days] = await send({ measure: 'newApplications', by: ['day'], days: '90' }, [admin])
    const pages = await pagesOf(days!.pdf!)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages.slice(1, -1)) expect(page).toMatch(/Day\s*New applications/)
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  })
})

describe('downloadSavedReport', () => {
  async function download(as: TestUser, id: string) {
    return fetch(server.url + addressOf(downloadSavedReport, { id }), {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })
  }

  async function save(query: Record<string, string | string[]>, more: object = {}) {
    const body = { name: `Report ${newId()}`, query, ...more }
    const { status, body: saved } = await server.call(createSavedReport, { as: admin, body })
    expect(status).toBe(201)
    return saved.id
  }

  it('has the figures that its reader may see, and is in the audit log', async () => {
    const id = await save(
      { measure: 'submitted', by: ['position'], days: '90' },
      { name: 'Bewerbungen: 山田', roles: ['hiring_manager'] },
    )
    await setUser(server, manager, { granted_permissions: ['reports:export'] })
    const answer = await download(manager, id)
    await setUser(server, manager, { granted_permissions: [] })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toMatch(/\.pdf/)
    const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join()
    expect(text).toMatch(/All\s*1/)
    const entry = await server.db
      .selectFrom('audit_logs')
      .where('action', '=', 'reports.exported')
      .where('user_id', '=', manager.id)
      .select('details')
      .executeTakeFirstOrThrow()
    expect(entry.details).toEqual({ format: 'pdf', report: 'Bewerbungen: 山田' })
  })

  it('is refused without the permission to export or to view reports, and unknown if private to another', async () => {
    const id = await save(bySource)
    const statusOf = async (permission: string) => {
      await setUser(server, admin, { revoked_permissions: [permission] })
      const { status } = await download(admin, id)
      await setUser(server, admin, { revoked_permissions: [] })
      return status
    }
    expect([await statusOf('reports:export'), await statusOf('reports:read')]).toEqual([403, 403])
    await setUser(server, manager, { granted_permissions: ['reports:export'] })
    expect((await download(manager, id)).status).toBe(404)
    await setUser(server, manager, { granted_permissions: [] })
  })
})

describe('downloadReport', () => {
  async function download(as: TestUser, search: string, name = 'Unsaved: a question') {
    const query = new URLSearchParams({ name, search })
    return fetch(`${server.url}${addressOf(downloadReport)}?${query}`, {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })
  }

  it('has the figures of a question that is not saved, as its reader may see them', async () => {
    const answer = await download(admin, 'measure=submitted&by=position&days=90&compared=no')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toMatch(/Unsaved.*\.pdf/)
    const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join()
    expect(text).toContain('Unsaved: a question')
    const all = Number(/All\s*(\d+)/.exec(text)?.[1])
    expect(all).toBeGreaterThan(1)
    await setUser(server, manager, { granted_permissions: ['reports:export'] })
    const own = await download(manager, 'measure=submitted&by=position&days=90')
    await setUser(server, manager, { granted_permissions: [] })
    expect((await pagesOf(new Uint8Array(await own.arrayBuffer()))).join()).toMatch(/All\s*1/)
    const entry = await server.db
      .selectFrom('audit_logs')
      .where('action', '=', 'reports.exported')
      .where('user_id', '=', admin.id)
      .select(['details', 'subject_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ details: { format: 'pdf', report: 'Unsaved: a question' }, subject_id: null })
  })

  it('takes several values of a filter', async () => {
    const [one, other] = await server.db.selectFrom('positions').select('id').orderBy('id').limit(2).execute()
    const answer = await download(
      admin,
      `measure=newApplications&by=position&positionId=${one!.id}&positionId=${other!.id}`,
    )
    const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join()
    const names = await server.db
      .selectFrom('positions')
      .where('id', 'in', [one!.id, other!.id])
      .select('name')
      .execute()
    for (const { name } of names) expect(text).toContain(name)
  })

  it('is refused without the permission to export or to view reports', async () => {
    const statusOf = async (permission: string) => {
      await setUser(server, admin, { revoked_permissions: [permission] })
      const { status } = await download(admin, 'measure=hired')
      await setUser(server, admin, { revoked_permissions: [] })
      return status
    }
    expect([await statusOf('reports:export'), await statusOf('reports:read')]).toEqual([403, 403])
  })

  it('refuses filters and periods that no report has, and leaves out what it does not know', async () => {
    for (const search of [
      'positionId=nonsense',
      'measure=hired&by=source&from=2026-01-02&to=2026-01-01',
      'measure=cohorts&companyId=1',
      'measure=funnel&companyId=1',
      'measure=timeInStage&chart=distribution&companyId=1',
      `tag=${'x'.repeat(5000)}`,
      Array.from({ length: 50 }, (_, index) => `a${index}=1`).join('&'),
      `from=2026-01-01&to=2026-02-01&until=${encodeURIComponent('\u0000')}`,
    ])
      expect([search, (await download(admin, search)).status]).toEqual([search, 422])
    for (const search of [
      'measure=cohorts',
      'measure=funnel',

      '',
      'measure=nonsense&by=nonsense',
      'from=nonsense&to=2026-99-99',
      '%%%&&=&==',
      '__proto__=1',
    ])
      expect([search, (await download(admin, search)).status]).toEqual([search, 200])
  })
})

describe('the colours of a PDF', () => {
  it('are the tokens of the web app', async () => {
    const css = await readFile(new URL('../../../../web/src/theme/tokens.css', import.meta.url), 'utf8')
    for (const [name, value] of Object.entries(colors)) expect(css).toContain(`--${name}: ${value};`)
  })
})
