import { createApplication, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import {
  createSubmission,
  listSubmissions,
  replyToClient,
  withdrawSubmission,
} from '@muster/contract/submissions.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { addPosition, type TestPosition } from '@muster/server/testing/add-position.ts'
import { addressOf, type TestUser } from '@muster/server/testing/test-server.ts'
import { makePdf } from '@muster/server/uploads/fixtures/make-pdf.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let mats: TestUser
let grace: TestUser
let position: TestPosition
let visit: Visit
let page: Page

const summary = 'Six years over the road without a preventable accident.'

beforeAll(async () => {
  muster = await startMuster()
  const { server, workspaceId } = muster
  mats = await muster.addUser('recruiter', 'Mats Keller')
  position = await addPosition(server.db, workspaceId)
  grace = await server.addUser(workspaceId, 'client_reviewer', {
    companyId: position.companyId,
    name: 'Grace Holloway',
  })
})

afterAll(() => muster?.stop())

async function submit(name: string, isShared = true) {
  const { server } = muster
  const candidate = { name, location: 'Aurora, CO', email: 'hidden@example.com', phone: '+13035550142' }
  const { body } = await server.call(createApplication, {
    as: mats,
    body: { positionId: position.id, candidate, ownerId: mats.id, source: 'Indeed', allowDuplicate: true },
  })
  if (isShared)
    await server.call(createSubmission, {
      as: mats,
      params: { id: body.id },
      body: { summary, answers: [{ label: 'License', value: 'CDL-A' }] },
    })
  else
    await server.call(moveApplications, {
      as: mats,
      params: { id: position.id },
      body: { applicationIds: [body.id], toStatusId: position.statuses.submitted },
    })
  return body.id
}

async function addResume(id: string) {
  const form = new FormData()
  const pdf = await makePdf([
    ['Marcus Delgado', '(303) 555-0142 | hidden@example.com', 'Class A driver in Colorado'],
  ])
  form.append('file', new Blob([new Uint8Array(pdf)]), 'hidden@example.com.pdf')
  const response = await fetch(muster.server.url + addressOf(uploadFile), {
    method: 'POST',
    headers: { authorization: `Bearer ${mats.accessToken}` },
    body: form,
  })
  const { id: resumeFileId } = (await response.json()) as { id: string }
  await muster.server.call(updateApplication, { as: mats, params: { id }, body: { resumeFileId } })
}

const applicationNow = async (id: string) =>
  (await muster.server.call(getApplication, { as: mats, params: { id } })).body

const title = (text: string) => page.getByRole('heading', { level: 1, name: text })
const person = (name: string) => page.getByRole('heading', { level: 2, name })

describe('the reviewer of a client', () => {
  let marcus: string
  let rosa: string

  beforeAll(async () => {
    rosa = await submit('Rosa Quintero', false)
    marcus = await submit('Marcus Delgado')
    await addResume(marcus)
    visit = await muster.openSignedIn(grace)
    page = visit.page
  })

  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(() => keepPicture(page, task.name))
  })

  it('lands on who awaits a decision, with the summary, the answers and the covered résumé', async () => {
    await page.goto('/')
    await title('2 people await your decision').waitFor()
    await person('Marcus Delgado').waitFor()
    await page.getByText(summary).waitFor()
    await page.getByText('Mats Keller', { exact: true }).first().waitFor()
    await page.getByText('CDL-A', { exact: true }).waitFor()
    const resume = page.getByRole('region', { name: 'Résumé', exact: true })
    await resume.getByText('Class A driver in Colorado').waitFor({ timeout: 40_000 })
    const text = await page.locator('body').innerText()
    for (const hidden of ['hidden', '555', 'Indeed', 'Overdue']) expect(text).not.toContain(hidden)
    expect(await page.getByRole('link', { name: 'Applications' }).count()).toBe(0)
    expect(await page.getByText('Search or type a command').count()).toBe(0)
  })

  it('is accessible', async () => {
    expect(await violations(page)).toEqual([])
  })

  it('asks by key, and reads the reply as it comes', async () => {
    await page.keyboard.press('q')
    await page.getByRole('textbox', { name: 'Question to the agency' }).fill('Winter driving?')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Winter driving?').waitFor()
    const { body } = await muster.server.call(listSubmissions, { as: mats, query: { applicationId: marcus } })
    await muster.server.call(replyToClient, {
      as: mats,
      params: { id: body.items[0]!.id },
      body: { body: 'Four winters' },
    })
    await page.getByText('Four winters').waitFor()
    await page.getByRole('textbox', { name: 'Question to the agency' }).waitFor({ state: 'detached' })
  })

  it('approves by key, gets the next person, and can undo it', async () => {
    await expect.poll(() => page.getByRole('button', { name: /^Approve/ }).isEnabled()).toBe(true)
    await page.keyboard.press('a')
    await person('Rosa Quintero').waitFor()
    await title('1 person awaits your decision').waitFor()
    await page.getByText('Approved Marcus Delgado').waitFor()
    await expect.poll(async () => (await applicationNow(marcus)).status.type).toBe('interview')
    await page.keyboard.press('z')
    await person('Marcus Delgado').waitFor()
    await title('2 people await your decision').waitFor()
    expect((await applicationNow(marcus)).status.type).toBe('submitted')
  })

  it('declines by key with a reason, which is required, and a note', async () => {
    await page.keyboard.press('d')
    const form = page.getByRole('form', { name: 'Decline Marcus Delgado' })
    await form.getByRole('radio').nth(1).waitFor()
    await page.keyboard.press('Enter')
    await form.getByText('Choose a reason').waitFor()
    await page.keyboard.press('2')
    await form.getByRole('textbox', { name: 'Note' }).fill('Too far away')
    await form.getByRole('button', { name: 'Decline' }).click()
    await person('Rosa Quintero').waitFor()
    await expect
      .poll(async () => (await applicationNow(marcus)).dispositionDetails)
      .toMatchObject({ kind: 'declined_by_company', note: 'Too far away' })
  })

  it("is led from the agency's screens to their own, and from an application to the same person", async () => {
    for (const path of ['/applications', `/board/${position.id}`, '/positions', '/settings/users']) {
      await page.goto(path)
      await page.getByText("That page is for the agency's staff.").waitFor()
      await page.waitForURL('**/reviews')
      await person('Rosa Quintero').waitFor()
    }
    await page.goto(`/applications/${marcus}`)
    await page.waitForURL(`**/reviews?person=${marcus}`)
    await person('Marcus Delgado').waitFor()
    await page.goto('/reviews')
    await person('Rosa Quintero').waitFor()
  })

  it('sees no empty box where nothing was written, and who was withdrawn meanwhile', async () => {
    expect(await page.getByRole('figure').count()).toBe(0)
    await muster.server.call(moveApplications, {
      as: mats,
      params: { id: position.id },
      body: { applicationIds: [rosa], toStatusId: position.statuses.qualified },
    })
    await page.goto(`/reviews?person=${rosa}`)
    await page.getByText('The agency has withdrawn Rosa Quintero. No decision is needed.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  it('is up to date at the end, with the last decisions', async () => {
    await page.goto('/reviews')
    await title('You are up to date').waitFor()
    await page.getByRole('link', { name: /Marcus Delgado/ }).click()
    await page.getByText(/^Declined by Grace Holloway/).waitFor()
    await page.getByRole('link', { name: /^Decided/ }).click()
    await page.getByRole('link', { name: /Marcus Delgado/ }).waitFor()
    await page.getByRole('link', { name: /^Positions/ }).click()
    await page.getByRole('table').waitFor()
    expect(await violations(page)).toEqual([])
    expect(visit.complaints).toEqual([])
    await visit.leave()
  })
})

describe('the reviewer of a client on a phone', () => {
  it('decides with one thumb: one person a screen, buttons of 48 px, reasons as a sheet', async () => {
    const first = await submit('Darnell Hughes')
    await submit('Sheila Novak')
    const phone = await muster.openSignedIn(grace, { width: 390, height: 844, touch: true })
    page = phone.page
    await page.goto('/')
    await title('1 of 2 to decide').waitFor()
    await person('Sheila Novak').waitFor()
    for (const name of ['Approve', 'Decline…', 'Ask'])
      expect((await page.getByRole('button', { name, exact: true }).boundingBox())!.height).toBe(48)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Next person' }).tap()
    await title('2 of 2 to decide').waitFor()
    await page.getByRole('button', { name: 'Decline…' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Decline Darnell Hughes' })
    await sheet.getByRole('radio').first().tap()
    await sheet.getByRole('button', { name: 'Decline', exact: true }).tap()
    await person('Sheila Novak').waitFor()
    await expect.poll(async () => (await applicationNow(first)).disposition?.kind).toBe('declined_by_company')
    expect(phone.complaints).toEqual([])
    await phone.leave()
  })
})

describe('a recruiter', () => {
  it('is offered to share when moving to Submitted, with what the client will see, and need not', async () => {
    const { server } = muster
    const { body } = await server.call(createApplication, {
      as: mats,
      body: { positionId: position.id, candidate: { name: 'Omar Haddad' }, ownerId: mats.id },
    })
    await addResume(body.id)
    const desk = await muster.openSignedIn(mats)
    page = desk.page
    await page.goto(`/applications/${body.id}`)
    await page.getByRole('heading', { level: 1, name: 'Omar Haddad' }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: /Submitted/ }).click()
    await expect.poll(async () => (await applicationNow(body.id)).status.type).toBe('submitted')
    await page.getByRole('button', { name: 'Share with the client…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Share Omar Haddad with/ })
    await dialog.getByRole('textbox', { name: 'Summary for this client' }).fill('Two years on tankers.')
    await dialog
      .getByRole('region', { name: 'What the client sees' })
      .getByText('Two years on tankers.')
      .waitFor()
    await dialog.getByText('Résumé with contact details covered, 1 page').waitFor()
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const shared = await server.call(listSubmissions, { as: mats, query: { applicationId: body.id } })
    expect(shared.body.items[0]!.summary).toBe('Two years on tankers.')
    await server.call(withdrawSubmission, { as: mats, params: { id: shared.body.items[0]!.id } })
    expect(desk.complaints).toEqual([])
    await desk.leave()
  })
})
