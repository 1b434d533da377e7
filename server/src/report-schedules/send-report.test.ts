import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { updateApplication } from '@muster/contract/applications.ts'
import { createCustomField } from '@muster/contract/custom-fields.ts'
import { exploreReport } from '@muster/contract/explore.ts'
import { type ExploreAddress, toExploreQuery } from '@muster/contract/explore-address.ts'
import * as contract from '@muster/contract/report-schedules.ts'
import { createSavedReport } from '@muster/contract/saved-reports.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportFixture } from '../dashboard/fixtures/report-fixture.ts'
import { newId } from '../database/new-id.ts'
import { openTable } from '../imports/files/open-table.ts'
import type { Services } from '../services.ts'
import type { TestServer, TestUser } from '../testing/test-server.ts'
import {
  deleteMails,
  makeDue,
  scheduleReport,
  sendingsOf,
  sendSchedule,
  setUser,
  startReportServer,
} from './fixtures/report-emails.ts'
import { readAddress } from './read-address.ts'
import { sendDueReports } from './send-due-reports.ts'
import { sendReport } from './send-report.ts'

let server: TestServer
let fixture: ReportFixture
let admin: TestUser
let viewer: TestUser
let manager: TestUser
let reviewer: TestUser
let reportId: string

beforeAll(async () => {
  ;({ server, fixture, reviewer } = await startReportServer())
  const { workspaceId } = fixture
  ;({ admin, manager } = fixture)
  viewer = await server.addUser(workspaceId, 'viewer', { name: 'Vera Viewer' })
  reportId = await saveReport({ measure: 'newApplications', by: ['source'], days: '90' })
})

afterAll(() => server?.stop())

beforeEach(async () => {
  await deleteMails(server)
  await server.db.deleteFrom('report_schedules').execute()
})

async function saveReport(query: Record<string, string | string[]>, name = `Report ${newId()}`) {
  return (await server.call(createSavedReport, { as: admin, body: { name, query } })).body.id
}

function schedule(recipients: TestUser[], more: object = {}) {
  return scheduleReport(server, admin, { reportId, recipients, ...more })
}

async function outcomesOf(id: string) {
  const { body } = await server.call(contract.listReportSendings, { as: admin, params: { id } })
  return body.items.map(({ deliveries }) =>
    Object.fromEntries(deliveries.map(({ user, outcome }) => [user.id, outcome])),
  )
}

async function mailsTo(user: TestUser) {
  return server.db
    .selectFrom('mails')
    .where('recipient', '=', user.email)
    .selectAll()
    .orderBy('created_at')
    .execute()
}

/** Returns the attached workbooks. */
async function filesOf(mailId: string) {
  return server.db
    .selectFrom('mail_attachments')
    .where('mail_id', '=', mailId)
    .where('content_type', '!=', 'application/pdf')
    .select(['name', 'content'])
    .orderBy('place')
    .execute()
}

async function readWorkbook(content: Buffer, options: { sheet?: string } = {}): Promise<string[][]> {
  const path = join(tmpdir(), `${newId()}.xlsx`)
  await writeFile(path, content)
  try {
    const table = await openTable(path, { ...options, headerRow: 1 })
    const rows: string[][] = []
    for await (const row of table.rows()) rows.push(row.cells.map((cell) => String(cell ?? '')))
    return rows
  } finally {
    await rm(path)
  }
}

describe('a sent report', () => {
  it('has the figures as a table, with the total last', async () => {
    const id = await schedule([admin])
    await sendSchedule(server, id)
    const [mail] = await mailsTo(admin)
    expect(mail!.body).toContain('- Source | New applications | Period before')
    expect(mail!.body).toMatch(
      /- Job, fair \| 5 \| 0\n- Referral \| 5 \| 0\n- None \| 4 \| 0\n- All \| 14 \| 0/,
    )
    expect(mail!.html).toContain('<th align="right"')
    expect(await outcomesOf(id)).toEqual([{ [admin.id]: 'sent' }])
  })

  it('opens the same numbers later, however many there are by then', async () => {
    await schedule([admin]).then((id) => sendSchedule(server, id))
    const [mail] = await mailsTo(admin)
    const link = new URL(/http\S+\/explore\?\S+/.exec(mail!.body)![0])
    const query: Record<string, string | string[]> = {}
    for (const name of link.searchParams.keys()) query[name] = link.searchParams.get(name)!
    const address: ExploreAddress = readAddress(query)
    expect(address).toMatchObject({ days: '90', measure: 'newApplications', until: expect.any(String) })
    await fixture.run({ kind: 'create', position: 0, owner: 0, source: 0, type: 0 })
    const ask = async (of: ExploreAddress) => {
      const asked = toExploreQuery(of, 'America/New_York')
      const { body } = await server.call(exploreReport, { as: admin, query: asked })
      return body.measures[0]!.cells.find(({ row }) => row === null)!.n
    }
    expect(await ask(address)).toBe(14)
    expect(await ask({ measure: 'newApplications', days: '90' })).toBe(15)
    await fixture.run({ kind: 'delete', one: 14 })
  })

  it('has the figures as a file, and the rows for those who may export them', async () => {
    const id = await schedule([admin, manager], { withRows: true })
    await sendSchedule(server, id)
    const files = await filesOf((await mailsTo(admin))[0]!.id)
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Report .* \d{4}-\d\d-\d\d\.xlsx$/),
      expect.stringMatching(/ rows \d{4}-\d\d-\d\d\.xlsx$/),
    ])
    const [figures, rows] = await Promise.all(files.map(({ content }) => readWorkbook(content)))
    expect(figures!.find(([, source]) => source === 'Referral')?.slice(0, 3)).toEqual([
      'New applications',
      'Referral',
      '5',
    ])
    expect(rows!.filter(([name]) => name?.startsWith('Person'))).toHaveLength(14)
    expect(await filesOf((await mailsTo(manager))[0]!.id)).toHaveLength(1)
  })

  it('leaves contact details out of the rows of those who may not export them', async () => {
    const id = await schedule([admin, viewer], { withRows: true })
    await sendSchedule(server, id)
    const textOf = async (user: TestUser) => {
      const [, rows] = await filesOf((await mailsTo(user))[0]!.id)
      return JSON.stringify(await readWorkbook(rows!.content))
    }
    expect(await textOf(admin)).toContain('@example.com')
    expect(await textOf(viewer)).not.toContain('@example.com')
  })

  it('counts for each recipient what they may see at the time of sending', async () => {
    const submitted = await saveReport({ measure: 'submitted', by: ['position'], days: '90' })
    const id = await schedule([admin, manager, reviewer], { reportId: submitted })
    await sendSchedule(server, id)
    const total = async (user: TestUser) => /- All \| (\d+)/.exec((await mailsTo(user))[0]!.body)?.[1]
    expect([await total(admin), await total(manager), await total(reviewer)]).toEqual(['2', '1', '1'])
    expect((await mailsTo(reviewer))[0]!.body).not.toContain('/explore')
  })

  it('names no filter to client reviewers', async () => {
    const { companyId } = fixture.positions[2]!
    const query = { measure: 'submitted', companyId: [companyId!], days: '90' }
    const id = await schedule([admin, reviewer], { reportId: await saveReport(query) })
    await sendSchedule(server, id)
    expect((await mailsTo(admin))[0]!.body).toContain('Company: ')
    expect((await mailsTo(reviewer))[0]!.body).not.toContain('Company: ')
    const sheetOf = async (user: TestUser) => {
      const [file] = await filesOf((await mailsTo(user))[0]!.id)
      return readWorkbook(file!.content, { sheet: 'Filters and definitions' })
    }
    const named = (rows: string[][]) => rows.some(([label]) => label === 'Company')
    expect([named(await sheetOf(admin)), named(await sheetOf(reviewer))]).toEqual([true, false])
  })

  it('is written in the language of its recipient', async () => {
    await setUser(server, viewer, { language: 'de' })
    await schedule([viewer]).then((id) => sendSchedule(server, id))
    await setUser(server, viewer, { language: null })
    expect((await mailsTo(viewer))[0]!.body).toMatch(/Zeitraum: .*Neue Bewerbungen/s)
  })

  it('of the funnel has how far the applications came', async () => {
    const query = { measure: 'funnel', days: '90', compared: 'no' }
    await schedule([admin], { reportId: await saveReport(query) }).then((id) => sendSchedule(server, id))
    const lines = (await mailsTo(admin))[0]!.body.split('\n').filter((line) => line.startsWith('- '))
    expect(lines.map((line) => line.slice(2).split(' | ').slice(0, 2))).toEqual([
      ['Stage reached', 'Applications'],
      ['Lead', '14'],
      ['Contacted', '2'],
      ['Qualified', '2'],
      ['Submitted', '2'],
      ['Interview', '0'],
      ['Offer', '0'],
      ['Hired', '0'],
    ])
    expect(lines[2]).toBe('- Contacted | 2 | 14% | 14%')
    expect(lines[3]).toBe('- Qualified | 2 | 100%* | 14%')
  })

  it('of a summary of a custom field has the summary, not the count', async () => {
    const { body } = await server.call(createCustomField, {
      as: admin,
      body: { subject: 'application', type: 'number', label: 'Years driven' },
    })
    const [application] = await server.db.selectFrom('applications').select('id').limit(1).execute()
    const change = { params: { id: application!.id }, body: { customFields: { [body.key]: 7 } } }
    expect((await server.call(updateApplication, { as: admin, ...change })).status).toBe(200)
    const query = { measure: 'newApplications', of: `field.${body.key}`, aggregate: 'median', days: '90' }
    await schedule([admin], { reportId: await saveReport(query) }).then((id) => sendSchedule(server, id))
    const [mail] = await mailsTo(admin)
    expect(mail!.body).toContain('New applications: median of Years driven')
    expect(mail!.body).toContain('of=field.')
  })

  it('of cohorts has a line for each week', async () => {
    const query = { measure: 'cohorts', by: ['week'], reached: 'submitted', days: '28' }
    await schedule([admin], { reportId: await saveReport(query) }).then((id) => sendSchedule(server, id))
    const { body } = (await mailsTo(admin))[0]!
    expect(body).toContain(
      '- Created | Applications | after 7 days | after 14 days | after 30 days | after 60 days | after 90 days',
    )
    expect(body).toMatch(/- \d{4}-\d\d-\d\d \(incomplete\) \| 14 \| 14%\*/)
  })

  it('says that nothing was counted', async () => {
    const id = await schedule([admin], { reportId: await saveReport({ measure: 'offers', days: '7' }) })
    await sendSchedule(server, id)
    expect((await mailsTo(admin))[0]!.body).toContain('Nothing was counted')
    expect(await outcomesOf(id)).toEqual([{ [admin.id]: 'empty' }])
  })

  it('says that it cannot be made for its recipient, without naming what they may not see', async () => {
    const { body, status } = await server.call(createCustomField, {
      as: admin,
      body: { subject: 'application', type: 'boolean', label: 'Salary band', visibleTo: ['recruiter'] },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const query = { measure: 'newApplications', by: [`field.${body.key}`], days: '90' }
    const id = await schedule([admin, viewer], { reportId: await saveReport(query) })
    await sendSchedule(server, id)
    expect(await outcomesOf(id)).toEqual([{ [admin.id]: 'sent', [viewer.id]: 'failed' }])
    const [mail] = await mailsTo(viewer)
    expect(mail!.body).toContain('could not be created for you')
    expect(mail!.body).not.toMatch(/salary/i)
  })
})

describe('a recipient', () => {
  it.each([
    ['is suspended', { status: 'suspended' }, 'inactive'],
    ['may not view reports any more', { revoked_permissions: ['reports:read'] }, 'no_access'],
  ])('who %s gets nothing, and the schedule says so', async (_, change, outcome) => {
    const id = await schedule([admin, viewer])
    await setUser(server, viewer, change)
    await sendSchedule(server, id)
    await setUser(server, viewer, { status: 'active', revoked_permissions: [] })
    expect(await mailsTo(viewer)).toEqual([])
    expect(await outcomesOf(id)).toEqual([{ [admin.id]: 'sent', [viewer.id]: outcome }])
  })

  it('gets nothing once the report measures what client reviewers may not see', async () => {
    const submitted = await saveReport({ measure: 'submitted', days: '90' })
    const id = await schedule([reviewer], { reportId: submitted })
    await server.db
      .updateTable('saved_reports')
      .set({ query: JSON.stringify({ measure: 'contactRate' }) })
      .where('id', '=', submitted)
      .execute()
    await sendSchedule(server, id)
    expect([await outcomesOf(id), await mailsTo(reviewer)]).toEqual([[{ [reviewer.id]: 'no_access' }], []])
  })

  it('other than the owner gets nothing once the owner may not share, and the owner still does', async () => {
    const id = await schedule([admin, viewer])
    await setUser(server, admin, { revoked_permissions: ['views:share'] })
    await sendSchedule(server, id)
    await setUser(server, admin, { revoked_permissions: [] })
    expect(await outcomesOf(id)).toEqual([{ [admin.id]: 'sent', [viewer.id]: 'withdrawn' }])
  })

  it('gets nothing once the owner is suspended', async () => {
    const id = await schedule([viewer])
    await setUser(server, admin, { status: 'suspended' })
    await sendSchedule(server, id)
    await setUser(server, admin, { status: 'active' })
    expect(await outcomesOf(id)).toEqual([{ [viewer.id]: 'withdrawn' }])
  })
})

describe('an occurrence', () => {
  it('is sent once by two workers that find it at once', async () => {
    const id = await schedule([admin, viewer])
    await makeDue(server, id)
    await Promise.all([sendDueReports(server.services), sendDueReports(server.services)])
    const places = await sendingsOf(server, id)
    expect(places).toHaveLength(1)
    await Promise.all([sendReport(server.services, places[0]!), sendReport(server.services, places[0]!)])
    await sendReport(server.services, places[0]!)
    expect([(await mailsTo(admin)).length, (await mailsTo(viewer)).length]).toEqual([1, 1])
  })

  it('that a worker left halfway is finished without sending anything twice', async () => {
    const id = await schedule([admin, viewer])
    let queued = 0
    const jobs: Services['jobs'] = {
      ...server.services.jobs,
      send: async (tx, name, data, options) => {
        if (name === 'send-mail' && ++queued > 1) throw new Error('the worker dies')
        return server.services.jobs.send(tx, name, data, options)
      },
    }
    await expect(sendSchedule(server, id, { ...server.services, jobs })).rejects.toThrow('the worker dies')
    expect(Object.values((await outcomesOf(id))[0]!).sort()).toEqual(['pending', 'sent'])
    for (const place of await sendingsOf(server, id)) await sendReport(server.services, place)
    expect([(await mailsTo(admin)).length, (await mailsTo(viewer)).length]).toEqual([1, 1])
  })

  it('is one email for all that were missed', async () => {
    const id = await schedule([admin])
    await makeDue(server, id, '5 days')
    await sendDueReports(server.services)
    await sendDueReports(server.services)
    const sendings = await sendingsOf(server, id)
    expect(sendings).toHaveLength(1)
    expect(Date.now() - Date.parse(sendings[0]!.due_at)).toBeLessThan(86_400_000)
    const { body } = await server.call(contract.getReportSchedule, { as: admin, params: { id } })
    expect(Date.parse(body.nextAt!)).toBeGreaterThan(Date.now())
  })

  it('of a paused schedule or a deleted report is not sent', async () => {
    const paused = await schedule([admin], { isPaused: true })
    const gone = await schedule([admin], { reportId: await saveReport({ measure: 'hired' }) })
    const { report_id } = await server.db
      .selectFrom('report_schedules')
      .where('id', '=', gone)
      .select('report_id')
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('saved_reports')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', report_id)
      .execute()
    await makeDue(server, paused)
    await makeDue(server, gone)
    await sendDueReports(server.services)
    expect([await sendingsOf(server, paused), await sendingsOf(server, gone)]).toEqual([[], []])
  })

  it('that fails again and again ends with an email that says so', async () => {
    const id = await schedule([admin])
    await makeDue(server, id)
    await sendDueReports(server.services)
    const [place] = await sendingsOf(server, id)
    const broken = {
      ...server.services,
      copyOut: () => Promise.reject(new Error('the disk is full')),
    }
    for (let attempt = 1; attempt < 5; attempt += 1)
      await expect(sendReport(broken, place!)).rejects.toThrow('the disk is full')
    expect(await mailsTo(admin)).toEqual([])
    await sendReport(broken, place!)
    expect((await mailsTo(admin))[0]!.body).toContain('could not be created because of an error')
    expect(await outcomesOf(id)).toEqual([{ [admin.id]: 'failed' }])
  })
})

describe('the link to unsubscribe', () => {
  const tokenOf = (body: string) => /#token=(\S+)/.exec(body)![1]!

  async function sentToken(id: string): Promise<string> {
    await sendSchedule(server, id)
    return tokenOf((await mailsTo(viewer)).at(-1)!.body)
  }

  const set = (token: string, isSubscribed: boolean) =>
    server.call(contract.setReportSubscription, { body: { token, isSubscribed } })

  async function stateOf(id: string) {
    const { body } = await server.call(contract.getReportSchedule, { as: admin, params: { id } })
    return body.recipients.map(({ user, state }) => [user.id, state])
  }

  it('stops the emails without signing in, which the owner sees, and can be taken back', async () => {
    const id = await schedule([admin, viewer])
    const token = await sentToken(id)
    expect((await set(token, false)).body).toMatchObject({ isSubscribed: false, workspace: 'Test workspace' })
    expect(await stateOf(id)).toContainEqual([viewer.id, 'unsubscribed'])
    await sendSchedule(server, id)
    expect((await mailsTo(viewer)).length).toBe(1)
    expect((await outcomesOf(id)).some((outcomes) => outcomes[viewer.id] === 'unsubscribed')).toBe(true)
    expect((await set(token, true)).body).toMatchObject({ isSubscribed: true })
    expect(await stateOf(id)).toContainEqual([viewer.id, 'active'])
  })

  it('is in the header that mail programs call with a form', async () => {
    const id = await schedule([viewer])
    await sendSchedule(server, id)
    const [mail] = await mailsTo(viewer)
    const { pathname } = new URL(mail!.unsubscribe_url!)
    const answer = await fetch(server.url + pathname, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(200)
    expect(await stateOf(id)).toEqual([[viewer.id, 'unsubscribed']])
  })

  it('does nothing when a program only reads it', async () => {
    const id = await schedule([viewer])
    await sendSchedule(server, id)
    const [mail] = await mailsTo(viewer)
    await fetch(server.url + new URL(mail!.unsubscribe_url!).pathname)
    expect(await stateOf(id)).toEqual([[viewer.id, 'active']])
  })

  it('is refused when it was changed', async () => {
    const id = await schedule([admin, viewer])
    const token = await sentToken(id)
    const bytes = Buffer.from(token, 'base64url')
    // Another user of the same schedule.
    Buffer.from(admin.id.replaceAll('-', ''), 'hex').copy(bytes, 32)
    expect((await set(bytes.toString('base64url'), false)).status).toBe(422)
    expect((await set('nonsense', false)).status).toBe(422)
    expect((await stateOf(id)).map(([, state]) => state)).toEqual(['active', 'active'])
  })

  it('holds when the owner removes the recipient and adds them again', async () => {
    const id = await schedule([admin, viewer])
    await set(await sentToken(id), false)
    const change = (recipients: TestUser[]) =>
      server.call(contract.updateReportSchedule, {
        as: admin,
        params: { id },
        body: { recipientIds: recipients.map((user) => user.id) },
      })
    await change([admin])
    await change([admin, viewer])
    expect(await stateOf(id)).toContainEqual([viewer.id, 'unsubscribed'])
  })
})

describe('sendSavedReport', () => {
  it('sends a report to the caller alone, without a link to unsubscribe', async () => {
    const { status, body } = await server.call(contract.sendSavedReport, {
      as: admin,
      params: { id: reportId },
      body: { withRows: true },
    })
    expect(status).toBe(202)
    await sendReport(server.services, { workspaceId: fixture.workspaceId, sendingId: body.id })
    const [mail] = await mailsTo(admin)
    expect(mail!.body).not.toContain('nsubscribe')
    expect(await filesOf(mail!.id)).toHaveLength(2)
  })

  it('finds no report that is private to somebody else', async () => {
    const call = { as: viewer, params: { id: reportId }, body: {} }
    expect((await server.call(contract.sendSavedReport, call)).status).toBe(404)
  })
})
