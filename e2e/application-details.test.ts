import { createComment } from '@muster/contract/activity-logs.ts'
import { createApplication, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { createCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { addPosition, type TestPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let complaints: string[]
let ines: TestUser
let mats: TestUser
let position: TestPosition
let id: string
let candidateId: string

beforeAll(async () => {
  muster = await startMuster()
  const { server, workspaceId } = muster
  ines = await muster.addUser('admin', 'Ines Roth')
  mats = await muster.addUser('recruiter', 'Mats Keller')
  position = await addPosition(server.db, workspaceId)
  const { body } = await server.call(createApplication, {
    as: mats,
    body: {
      positionId: position.id,
      candidate: {
        name: 'Ana Ortiz',
        email: 'ana.ortiz@example.com',
        phone: '+13125550111',
        location: 'Austin',
      },
      source: 'Indeed',
    },
  })
  id = body.id
  candidateId = body.candidate.id
  const visit = await muster.openSignedIn(ines)
  page = visit.page
  complaints = visit.complaints
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

/** What comes true within a while, on a busy machine too. */
function soon<T>(read: () => T) {
  return expect.poll(read)
}

async function open(of = page, search = '') {
  await of.goto(`/applications/${id}${search}`)
  await of.getByRole('heading', { level: 1, name: 'Ana Ortiz' }).waitFor()
}

const activity = (of = page) => of.getByRole('region', { name: 'Activity' })
const stage = (name: RegExp) => page.getByRole('toolbar', { name: 'Statuses' }).getByRole('button', { name })
const current = () => page.getByRole('toolbar', { name: 'Statuses' }).locator('[aria-current="step"]')

function comment(as: TestUser, body: string, mentions: string[] = []) {
  return muster.server.call(createComment, { as, params: { id }, body: { body, mentions } })
}

/** Presses Undo of the toast that says this. */
async function undo(text: string) {
  const toast = page.getByRole('status').filter({ hasText: text })
  await toast.getByRole('button', { name: /^Undo/ }).click()
}

async function applicationNow() {
  const { body } = await muster.server.call(getApplication, { as: ines, params: { id } })
  return body
}

describe('the stage bar', () => {
  it('tells who brought an application to a status and when', async () => {
    await open()
    await stage(/^Lead/).focus()
    const hint = page.getByRole('tooltip')
    await soon(() => hint.innerText()).toMatch(/Entered .* by Mats Keller/)
    await page.keyboard.press('Escape')
  })

  it('moves by click, and takes it back', async () => {
    await stage(/^Contacted/).click()
    await soon(() => current().innerText()).toMatch(/^Contacted/)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await soon(() => current().innerText()).toMatch(/^Lead/)
    await soon(async () => (await applicationNow()).status.name).toBe('Lead')
  })

  it('moves by the keys, over statuses that are skipped', async () => {
    await current().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await soon(() => current().innerText()).toMatch(/^Qualified/)
    await soon(() => stage(/^Contacted/).innerText()).toMatch(/skipped/)
  })

  it('closes with party and reason, shows it, and reopens', async () => {
    await stage(/^Closed/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Withdrawn').click()
    await dialog.getByLabel('Compensation').click()
    await dialog.getByRole('button', { name: 'Close application' }).click()
    await soon(() => current().innerText()).toMatch(/Withdrawn/)
    await page.getByText('Withdrawn: Compensation').waitFor()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await soon(() => current().innerText()).toMatch(/^Qualified/)
  })
})

describe('the timeline', () => {
  it('offers colleagues for @ by the keyboard, and shows Markdown before it is sent', async () => {
    await open()
    await page.keyboard.press('c')
    const field = activity().getByLabel('Comment', { exact: true })
    await field.pressSequentially('Please **call** @Mat')
    await page.getByRole('option', { name: 'Mats Keller' }).waitFor()
    await page.keyboard.press('Enter')
    await soon(() => field.inputValue()).toBe('Please **call** @Mats Keller ')
    await activity().getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview of the comment' })
    await soon(() => preview.locator('strong').allInnerTexts()).toEqual(['call', '@Mats Keller'])
    await page.keyboard.press('Control+Enter')
    await activity().getByRole('listitem').filter({ hasText: 'Please call @Mats Keller' }).waitFor()
  })

  it('tells who is mentioned', async () => {
    const other = await muster.openSignedIn(mats)
    await other.page.goto('/companies')
    await other.page.getByRole('row').nth(1).waitFor()
    await other.page.getByRole('button', { name: /^Notifications/ }).click()
    await other.page
      .getByText(/Ines Roth.*Please/)
      .first()
      .waitFor()
    await other.leave()
  })

  it('keeps what is written and not sent, through a reload', async () => {
    await activity().getByLabel('Comment', { exact: true }).fill('Not sent yet')
    await page.reload()
    await soon(() => activity().getByLabel('Comment', { exact: true }).inputValue()).toBe('Not sent yet')
    await activity().getByLabel('Comment', { exact: true }).fill('')
  })

  it('changes a comment, deletes it and brings it back', async () => {
    const own = activity().getByRole('listitem').filter({ hasText: '@Mats Keller' })
    await own.getByRole('button', { name: 'Edit this comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await activity().getByLabel('Edit comment').fill('Rather write to @Mats Keller')
    await page.keyboard.press('Control+Enter')
    await activity().getByText('edited').waitFor()
    // The menu stays where it opens once the list was read anew.
    await page.getByText('Comment edited').waitFor()
    const changed = activity().getByRole('listitem').filter({ hasText: 'Rather write' })
    await changed.getByRole('button', { name: 'Edit this comment' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await activity().getByText('deleted a comment').waitFor()
    await page.getByText('Comment deleted').waitFor()
    await undo('Comment deleted')
    await changed.waitFor()
  })

  it('counts each kind, narrows to one and keeps it in the address', async () => {
    await activity()
      .getByRole('button', { name: /^Comments 1/ })
      .click()
    await soon(() => page.url()).toContain('activity=comments')
    await soon(() => activity().getByRole('listitem').count()).toBe(1)
    await page.reload()
    await soon(() => activity().getByRole('listitem').count()).toBe(1)
  })

  it('leads to one entry, however far back, and reads earlier ones on demand', async () => {
    const { body: first } = await comment(mats, 'The very first of many')
    for (let each = 0; each < 60; each++) await comment(mats, `Filler ${each}`)
    await open(page, `?entry=${first.id}`)
    await activity().getByText('The very first of many').waitFor()
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('The very first')
  })

  it("lets a colleague's comment slide in without moving what one reads", async () => {
    // Not its text, which is drawn anew when the code for Markdown has come.
    const reading = activity().getByRole('listitem').filter({ hasText: 'The very first of many' })
    const before = await reading.boundingBox()
    await comment(mats, 'Coming in while you read')
    await activity().getByText('Coming in while you read').waitFor({ state: 'attached' })
    const after = await reading.boundingBox()
    expect(Math.abs(after!.y - before!.y)).toBeLessThanOrEqual(1)
    await soon(() => activity().getByRole('status').allInnerTexts()).toContain('Mats Keller commented')
  })
})

describe('a fact', () => {
  it('is changed where it stands: Enter saves, Escape does not', async () => {
    await open()
    await page.getByRole('button', { name: 'Change Location' }).click()
    await page.getByLabel('Location').fill('Nowhere')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Contact' }).getByText('Austin', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Location').fill('Dallas')
    await page.keyboard.press('Enter')
    await page.getByText('Location: Dallas').waitFor()
    expect((await applicationNow()).candidate.location).toBe('Dallas')
  })

  it('shows both when somebody else was faster, and asks before one leaves', async () => {
    await page.getByRole('button', { name: 'Change Location' }).click()
    await page.getByLabel('Location').fill('Boston')
    await muster.server.call(updateCandidate, {
      as: mats,
      params: { id: candidateId },
      body: { location: 'Chicago' },
    })
    await page.keyboard.press('Enter')
    const notice = page.getByRole('alert', { name: 'Location was changed while you were editing' })
    await notice.getByText('Mats Keller changed this field while you were editing').waitFor()
    expect(await notice.locator('dd').allInnerTexts()).toEqual(['Chicago', 'Boston'])
    await page.getByRole('link', { name: 'Candidates' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await notice.getByRole('button', { name: 'Keep mine' }).click()
    await notice.waitFor({ state: 'detached' })
    await soon(async () => (await applicationNow()).candidate.location).toBe('Boston')
  })

  it('is saved beside a change of something else', async () => {
    const source = page
      .getByRole('combobox', { name: 'Source' })
      .or(page.getByRole('textbox', { name: 'Source' }))
    await source.fill('Referral')
    await muster.server.call(updateApplication, { as: mats, params: { id }, body: { tags: ['night shift'] } })
    await page.keyboard.press('Enter')
    await page.getByText('Source: Referral').waitFor()
    const { source: now, tags } = await applicationNow()
    expect([now, tags]).toEqual(['Referral', ['night shift']])
  })

  it('that says not to call stops every way to call, and says why', async () => {
    await page.getByRole('switch', { name: 'Do not call' }).click({ force: true })
    await page.getByText('Asked not to be called').first().waitFor()
    await soon(() => page.locator('a[href^="tel:"]').count()).toBe(0)
    await soon(() => page.getByLabel('Call', { exact: true }).getAttribute('title')).toMatch(
      /asked not to be called/,
    )
    await soon(() => page.getByRole('button', { name: 'Log a call' }).isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Do not call' }).click({ force: true })
    await page.locator('a[href^="tel:"]').first().waitFor()
  })
})

describe('the record', () => {
  it('takes files by dropping, and gives a removed one back', async () => {
    const files = page.getByRole('region', { name: 'Files' })
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Forklift licence'], 'licence.txt', { type: 'text/plain' }))
      return data
    })
    await files.dispatchEvent('drop', { dataTransfer: transfer })
    await files.getByRole('button', { name: /^licence.txt/ }).waitFor()
    await files.getByRole('button', { name: 'Remove licence.txt' }).click()
    await page.getByText('Removed licence.txt').waitFor()
    await undo('Removed licence.txt')
    await files.getByRole('button', { name: /^licence.txt/ }).click()
    await files.getByText('Forklift licence').waitFor()
  })

  it('tells of people who may be the same', async () => {
    await muster.server.call(createCandidate, {
      as: mats,
      body: { name: 'Anna Ortiz', email: 'ana.ortiz@example.com', allowDuplicate: true },
    })
    await open()
    const duplicates = page.getByRole('region', { name: 'Possible duplicates' })
    await duplicates.getByText('same email').waitFor()
  })
})

describe('the page', () => {
  it('shows its keys, and prints without its buttons', async () => {
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Next or previous application').waitFor()
    await page.keyboard.press('Escape')
    await page.emulateMedia({ media: 'print' })
    await soon(() => page.getByRole('button', { name: 'Log a call' }).isVisible()).toBe(false)
    await page.getByRole('table', { name: 'Stage history' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  it('works at 390 px, and said nothing to the console but conflicts', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open()
    await soon(() => current().isVisible()).toBe(true)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
    expect(complaints.filter((each) => !/409|CONFLICT/.test(each))).toEqual([])
  })
})
