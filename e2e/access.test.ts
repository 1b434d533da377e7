import { readFile } from 'node:fs/promises'
import { login } from '@muster/contract/auth.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { appCode, makePicture } from '@muster/server/testing/seed-sign-in.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePassword, type Muster, password, signIn, startMuster } from './start-muster.ts'

let muster: Muster

beforeAll(async () => {
  muster = await startMuster()
})

afterAll(() => muster?.stop())

/** The newest link mailed to an address. */
async function mailedLink(email: string): Promise<string> {
  const mail = await muster.server.db
    .selectFrom('mails')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .select('body')
    .executeTakeFirstOrThrow()
  return /\/auth\/\S+/.exec(mail.body)![0]
}

/** The newest link mailed to an address, once a job has written it. */
async function laterLink(email: string): Promise<string> {
  await expect.poll(() => mailedLink(email).catch(() => null)).toBeTruthy()
  return mailedLink(email)
}

async function setUpFactor(page: Page): Promise<string> {
  const uri = page.getByRole('img', { name: /QR code/ })
  await uri.waitFor()
  const secret = (await page.locator('form code').textContent())!
  await page.getByLabel('Code from the app').fill(appCode(secret))
  await page.getByRole('button', { name: 'Turn on 2FA' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  return secret
}

describe('an invitation', () => {
  it('goes from the settings by mail to a colleague who is signed in, and its link works once', async () => {
    const owner = await muster.openSignedIn(await muster.addUser('owner', 'Ines Roth'))
    const { page } = owner
    await page.goto('/settings/invitations')
    await page.getByText('No invitations yet').waitFor()
    await page.getByRole('link', { name: 'Invite user', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Invite user' })
    await drawer.getByLabel('Email').fill('lea.lamp@example.com')
    await drawer.getByLabel('Role').selectOption('Coordinator')
    await drawer.getByRole('button', { name: 'Create invitation' }).click()
    // Without a mail server, an email stays in the outbox.
    await drawer.getByText('Invitation for lea.lamp@example.com created. No email was sent.').waitFor()
    await drawer.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: /lea\.lamp@example\.com/ })
    await row.getByText('Pending').waitFor()
    await row.getByRole('button', { name: /^Resend/ }).click()
    const renewed = page.getByRole('dialog', { name: 'Invitation link' })
    await renewed.getByText(/No email was sent/).waitFor()
    await renewed.getByRole('button', { name: 'Done' }).click()
    expect(owner.complaints).toEqual([])

    const link = await mailedLink('lea.lamp@example.com')
    const guest = await muster.open()
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'Join Test workspace' }).waitFor()
    await guest.page.getByText('Ines Roth invited you. Your role: Coordinator.').waitFor()
    await guest.page.getByLabel('Your name').fill('Lea Lamp')
    await guest.page.getByLabel(/^Password/).fill('short')
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await guest.page.getByText(/Use at least 15 characters/).waitFor()
    await guest.page.getByLabel(/^Password/).fill(password)
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await guest.page.getByRole('button', { name: /Lea Lamp/ }).waitFor()

    const late = await muster.open()
    await late.page.goto(link)
    await late.page.getByText('This invitation has already been used. Sign in instead.').waitFor()
    await row.getByText('Accepted').waitFor()
  })
})

describe('an address', () => {
  it('is confirmed by a mailed link: of somebody new, and of somebody who changes theirs', async () => {
    const owner = await muster.openSignedIn(await muster.addUser('owner', 'Ines Roth'))
    const { page } = owner
    await page.goto('/settings/users?add=true')
    const drawer = page.getByRole('dialog', { name: 'Add user' })
    await drawer.getByLabel('Name').fill('Nora New')
    await drawer.getByRole('textbox', { name: 'Email' }).fill('nora.new@example.com')
    await drawer.getByRole('button', { name: 'Add user' }).click()
    const row = page.getByRole('row', { name: /Nora New/ })
    await row.getByText('Email not confirmed').waitFor()

    const link = await laterLink('nora.new@example.com')
    const guest = await muster.open()
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'Confirm your email' }).waitFor()
    await guest.page.getByLabel(/^Password/).fill(password)
    await guest.page.getByRole('button', { name: 'Confirm email' }).click()
    await guest.page.getByText('You can now sign in with nora.new@example.com.').waitFor()
    await row.getByText('Active').waitFor()
    const late = await muster.open()
    await late.page.goto(link)
    await late.page.getByText('This link was already used or replaced by a newer one.').waitFor()

    await page.goto('/settings/profile')
    await page.getByLabel('Email').fill('ines.moved@example.com')
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Save profile' }).click()
    const pending = page.getByRole('alert').filter({ hasText: 'Confirm ines.moved@example.com' })
    await pending.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const first = await laterLink('ines.moved@example.com')
    await pending.getByRole('button', { name: 'Resend link' }).click()
    await page.getByText('Sent a new link to ines.moved@example.com').waitFor()
    await expect.poll(() => laterLink('ines.moved@example.com')).not.toBe(first)
    await pending.getByRole('button', { name: 'Cancel change' }).click()
    await page.getByText('Email change canceled').waitFor()
    expect(owner.complaints).toEqual([])
  })
})

describe('a password that somebody else chose', () => {
  it('is replaced on a screen of its own before anything else, on a phone too', async () => {
    const somebody = await muster.addUser('recruiter', 'Gwen Given')
    await muster.server.db
      .updateTable('logins')
      .set({ given_at: new Date().toISOString() })
      .where('email', '=', somebody.email)
      .execute()
    const { page } = await muster.open({ width: 390, height: 844 })
    await givePassword(page, somebody.email)
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.goto('/board')
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    await page.getByLabel('Temporary password').fill(password)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Use at least 15 characters. A short sentence works well.').waitFor()
    await page.getByLabel('New password').fill('moss cello river bright')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor({ state: 'detached' })
    await page.waitForURL('**/board**')
    await page.getByRole('main').waitFor()
  })
})

describe('another session of one’s own', () => {
  it('ends after the password is entered again, where signing in was a while ago', async () => {
    const somebody = await muster.addUser('recruiter', 'Sam Session')
    const { server } = muster
    await server.call(login, { body: { email: somebody.email, password } })
    await server.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 11 * 60_000).toISOString() })
      .where('user_id', '=', somebody.id)
      .execute()
    const { page } = await muster.openSignedIn(somebody, { width: 390, height: 844 })
    await page.goto('/settings/sessions')
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
    await signOut.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await signOut.click()
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('This password is incorrect').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/^Signed out: /).waitFor()
    await signOut.waitFor({ state: 'detached' })
    expect((await server.call(getCurrentUser, { as: somebody })).status).toBe(200)
  })
})

describe('a second factor', () => {
  it('is set up, asked for at the next sign-in, and stands in for by a recovery code', async () => {
    const user = await muster.addUser('recruiter', 'Max Muster')
    const { page } = await muster.openSignedIn(user)
    await page.goto('/settings/password')
    await page.getByRole('button', { name: 'Set up 2FA…' }).click()
    const section = page.getByRole('region', { name: 'Two-factor authentication (2FA)' })
    await section.getByLabel('Current password').fill(password)
    await section.getByRole('button', { name: 'Continue' }).click()
    const secret = await setUpFactor(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    const codes = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: 'I saved these codes' }).click()
    await section.getByText(/10 recovery codes left/).waitFor()

    const other = await muster.open()
    await givePassword(other.page, user.email)
    await other.page.getByLabel('Code from your authenticator app').fill('000000')
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.page.getByRole('alert').getByText('This code is incorrect').waitFor()
    await other.page.getByLabel('Code from your authenticator app').fill(appCode(secret, 1))
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.page.waitForURL('**/dashboard')

    const lost = await muster.open()
    await givePassword(lost.page, user.email)
    await lost.page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await lost.page.getByLabel('Recovery code').fill(codes[0]!)
    await lost.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await lost.page.waitForURL('**/dashboard')
  })

  it('that the workspace requires is set up before anything else', async () => {
    const user = await muster.addUser('recruiter', 'Nora New')
    const require = (on: boolean) =>
      muster.server.db
        .updateTable('workspaces')
        .set({ require_second_factor: on })
        .where('id', '=', muster.workspaceId)
        .execute()
    await require(true)
    const leaving = await muster.openSignedIn(await muster.server.signIn(user))
    await leaving.page.goto('/applications')
    await leaving.page.getByRole('button', { name: 'Sign out' }).click()
    await leaving.page.waitForURL('**/auth/login')
    const { page } = await muster.openSignedIn(user)
    await page.goto('/applications')
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await setUpFactor(page)
    await page.getByRole('button', { name: 'I saved these codes' }).click()
    await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
    await require(false)
  })
})

describe('a superadmin without a second factor', () => {
  it('is urged on every screen to set one up, until they have', async () => {
    const { page, complaints } = await muster.openSignedIn(await muster.addUser('superadmin', 'Sina Super'))
    await page.goto('/applications')
    const banner = page.getByRole('region', { name: '2FA not set up' })
    await banner.getByRole('link', { name: 'Set up 2FA' }).click()
    const section = page.getByRole('region', { name: 'Two-factor authentication (2FA)', exact: true })
    await section.getByRole('button', { name: 'Set up 2FA' }).click()
    await section.getByLabel('Current password').fill(password)
    await section.getByRole('button', { name: 'Continue' }).click()
    const secret = await setUpFactor(page)
    await page.getByRole('button', { name: 'I saved these codes' }).click()
    await banner.waitFor({ state: 'detached' })

    await section.getByRole('button', { name: 'Turn off 2FA' }).click()
    await section.getByLabel('Current password').fill(password)
    await section.getByLabel('Code from your authenticator app').fill('000000')
    await section.getByRole('button', { name: 'Turn off 2FA' }).click()
    await section.getByText('This code is incorrect').waitFor()
    await section.getByLabel('Code from your authenticator app').fill(appCode(secret, 1))
    await section.getByRole('button', { name: 'Turn off 2FA' }).click()
    await banner.waitFor()
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await banner.count()).toBe(0)
    expect(complaints.filter((text) => !text.includes('422') && !text.includes('VALIDATION'))).toEqual([])
  })
})

describe('what is one’s own', () => {
  it('is a picture, the other sessions, and the password that ends them', async () => {
    const user = await muster.addUser('recruiter', 'Pia Pixel')
    const { page, complaints } = await muster.openSignedIn(user)
    const elsewhere = await muster.open()
    await signIn(elsewhere.page, user.email)

    await page.goto('/settings#appearance')
    await page.getByRole('heading', { name: 'Appearance and language', level: 1 }).waitFor()
    await page.goto('/settings')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePicture() })
    await page.getByText('Picture saved').waitFor()
    await page
      .getByRole('button', { name: /Pia Pixel/ })
      .locator('img')
      .waitFor()

    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('listitem').filter({ hasText: 'This session' }).waitFor()
    await page.getByRole('listitem').getByRole('button', { name: 'Sign out' }).waitFor()
    await page.getByRole('link', { name: 'Password and 2FA' }).click()
    const section = page.getByRole('region', { name: 'Password' })
    await section.getByLabel('Current password').fill(password)
    await section.getByLabel(/^New password/).fill('moss cello river bright')
    await section.getByRole('button', { name: 'Change password' }).click()
    await page.getByText(/signed out everywhere else/).waitFor()
    await elsewhere.page.waitForURL('**/auth/login**')
    expect(complaints).toEqual([])
  })
})
