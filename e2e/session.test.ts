import { login } from '@muster/contract/auth.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Muster, password, signIn, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let email: string

beforeAll(async () => {
  muster = await startMuster()
  email = (await muster.addUser('recruiter', 'Ines Roth')).email
})

afterAll(() => muster?.stop())

function stored({ page }: Visit) {
  return page.evaluate(() => ({
    accessToken: localStorage.getItem('auth_token'),
    tokenType: localStorage.getItem('token_type'),
    refreshToken: localStorage.getItem('refresh_token'),
    user: JSON.parse(localStorage.getItem('user') ?? 'null'),
  }))
}

describe('signing in', () => {
  it('asks for it first and then opens where one was going', async () => {
    const visit = await muster.open()
    await visit.page.goto('/positions?q=night')
    await visit.page.waitForURL('**/auth/login**')
    await visit.page.getByLabel('Email').fill(email)
    await visit.page.getByLabel(/^Password/).fill(password)
    await visit.page.getByRole('button', { name: 'Sign in' }).click()
    await visit.page.waitForURL('**/positions?q=night')
    const session = await stored(visit)
    expect(session).toMatchObject({ tokenType: 'Bearer', user: { name: 'Ines Roth', email } })
    expect(session.accessToken).toBeTruthy()
    expect(session.refreshToken).toBeTruthy()
    expect(visit.complaints).toEqual([])
  })

  it("keeps the server's message when it fails", async () => {
    const { page } = await muster.open()
    await page.goto('/auth/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/^Password/).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Incorrect email or password').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth/login')
  })

  it('ends the session whose tokens the browser still has, and no other', async () => {
    const somebody = await muster.addUser('recruiter', 'Olga Old')
    const { server } = muster
    const elsewhere = await server.call(login, { body: { email: somebody.email, password } })
    const visit = await muster.openSignedIn(somebody)
    await visit.page.evaluate(() => localStorage.removeItem('user'))
    await signIn(visit.page, somebody.email)
    const statusOf = async (accessToken: string) =>
      (await server.call(getCurrentUser, { as: { ...somebody, accessToken } })).status
    const now = await stored(visit)
    expect(now.refreshToken).not.toBe(somebody.refreshToken)
    expect(await statusOf(somebody.accessToken)).toBe(401)
    expect(await statusOf(now.accessToken!)).toBe(200)
    expect(await statusOf(elsewhere.body.access_token)).toBe(200)
  })

  it('sends somebody signed in from the auth pages to the dashboard', async () => {
    const { page } = await muster.open()
    await signIn(page, email)
    for (const path of ['/auth', '/auth/login', '/auth/forgot-password']) {
      await page.goto(path)
      await page.waitForURL('**/dashboard')
    }
  })
})

describe('the session', () => {
  it('is restored on a reload', async () => {
    const { page, complaints } = await muster.open()
    await signIn(page, email)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    expect(complaints).toEqual([])
  })

  it('outlasts a server that cannot say whose it is, once it was refreshed', async () => {
    const visit = await muster.open()
    await signIn(visit.page, email)
    const before = await stored(visit)
    await visit.context.route('**/api/v1/users/me/', (route) =>
      route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Away', details: null } }),
    )
    await visit.page.reload()
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(new URL(visit.page.url()).pathname).toBe('/dashboard')
    expect((await stored(visit)).refreshToken).not.toBe(before.refreshToken)
  })

  it('shows what it waits for while it is being restored', async () => {
    const { page, context } = await muster.open()
    await signIn(page, email)
    await context.route('**/api/v1/users/me/', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.reload()
    await page.getByText('Initializing authentication...').waitFor()
    await page.getByText('Initializing authentication...').waitFor({ state: 'detached' })
  })

  it('goes on after the access token has expired, by one refresh', async () => {
    const visit = await muster.open()
    await signIn(visit.page, email)
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor()
    const before = await stored(visit)
    // From a page of the same site without the app, which might refresh by itself meanwhile.
    await visit.page.goto('/favicon.svg')
    await visit.page.evaluate(() => localStorage.setItem('auth_token', 'expired'))
    const refreshes: string[] = []
    visit.page.on('request', (request) => {
      if (request.url().includes('/refresh/')) refreshes.push(request.url())
    })
    await visit.page.goto('/dashboard')
    await visit.page.waitForFunction(() => localStorage.getItem('auth_token') !== 'expired')
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor()
    const after = await stored(visit)
    expect(after.refreshToken).not.toBe(before.refreshToken)
    expect(refreshes).toHaveLength(1)
    expect(new URL(visit.page.url()).pathname).toBe('/dashboard')
  })

  it('is cleared when it cannot be refreshed', async () => {
    const visit = await muster.open()
    await signIn(visit.page, email)
    await visit.page.goto('/favicon.svg')
    await visit.page.evaluate(() => {
      localStorage.setItem('auth_token', 'expired')
      localStorage.setItem('refresh_token', 'expired')
    })
    await visit.page.goto('/applications')
    await visit.page.waitForURL('**/auth/login**')
    expect(await stored(visit)).toEqual({
      accessToken: null,
      tokenType: null,
      refreshToken: null,
      user: null,
    })
  })

  it('lives on in two tabs that refresh at the same time', async () => {
    const visit = await muster.open()
    await signIn(visit.page, email)
    const second = await visit.context.newPage()
    await second.goto('/positions')
    await second.getByRole('heading', { level: 1 }).first().waitFor()
    for (let round = 0; round < 3; round += 1) {
      await visit.page.evaluate(() => localStorage.setItem('auth_token', 'expired'))
      await Promise.all([visit.page.reload(), second.reload()])
      await Promise.all([
        visit.page.getByRole('heading', { level: 1 }).first().waitFor(),
        second.getByRole('heading', { level: 1 }).first().waitFor(),
      ])
    }
    expect(new URL(visit.page.url()).pathname).toBe('/dashboard')
    expect(new URL(second.url()).pathname).toBe('/positions')
  })

  it('lives on when the answer to a refresh is lost', async () => {
    const visit = await muster.open()
    await signIn(visit.page, email)
    const before = await stored(visit)
    const refreshes: number[] = []
    await visit.context.route('**/api/v1/refresh/', async (route) => {
      const answer = await route.fetch()
      refreshes.push(answer.status())
      await (refreshes.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }))
    })
    await visit.page.goto('/favicon.svg')
    await visit.page.evaluate(() => localStorage.setItem('auth_token', 'expired'))
    await visit.page.goto('/positions')
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(refreshes).toEqual([200, 200])
    expect((await stored(visit)).refreshToken).not.toBe(before.refreshToken)
    expect(new URL(visit.page.url()).pathname).toBe('/positions')
  })

  it('lives on in two tabs without Web Locks while an answer is slow', async () => {
    const visit = await muster.open()
    await visit.context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    await signIn(visit.page, email)
    const second = await visit.context.newPage()
    const refreshes: number[] = []
    await visit.context.route('**/api/v1/refresh/', async (route) => {
      const answer = await route.fetch()
      refreshes.push(answer.status())
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.fulfill({ response: answer })
    })
    await second.goto('/positions')
    await second.getByRole('heading', { level: 1 }).first().waitFor()
    for (let round = 1; round <= 3; round += 1) {
      await visit.page.evaluate(() => localStorage.setItem('auth_token', 'expired'))
      await Promise.all([visit.page.reload(), second.reload()])
      await Promise.all([
        visit.page.getByRole('heading', { level: 1 }).first().waitFor(),
        second.getByRole('heading', { level: 1 }).first().waitFor(),
      ])
      // The second tab found what the first one had stored.
      expect(refreshes).toEqual(Array(round).fill(200))
    }
    expect(new URL(visit.page.url()).pathname).toBe('/dashboard')
    expect(new URL(second.url()).pathname).toBe('/positions')
  })

  it('ends in every tab when signed out in one', async () => {
    const visit = await muster.open()
    await signIn(visit.page, email)
    const second = await visit.context.newPage()
    await second.goto('/positions')
    await second.getByRole('heading', { level: 1 }).first().waitFor()
    await visit.page.getByRole('button', { name: /Ines Roth/ }).click()
    await visit.page.getByRole('button', { name: 'Sign out' }).click()
    await visit.page.waitForURL('**/auth/login**')
    await second.waitForURL('**/auth/login**')
    expect(await stored(visit)).toEqual({
      accessToken: null,
      tokenType: null,
      refreshToken: null,
      user: null,
    })
  })
})

describe('a password that was forgotten', () => {
  it('is set anew by the link in the mail', async () => {
    const person = await muster.addUser('viewer', 'Vera Viewer')
    const { page } = await muster.open()
    await page.goto('/auth/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('status').waitFor()
    const mail = await expect.poll(() =>
      muster.server.db
        .selectFrom('mails')
        .where('recipient', '=', person.email)
        .selectAll()
        .executeTakeFirst(),
    )
    await mail.toBeTruthy()
    const sent = await muster.server.db
      .selectFrom('mails')
      .where('recipient', '=', person.email)
      .selectAll()
      .executeTakeFirstOrThrow()
    const link = new URL(/https?:\S+/.exec(sent.body)![0])
    await page.goto(link.pathname + link.hash)
    await page.getByLabel('New password').first().fill('quite another passphrase')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Password set' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel(/^Password/).fill('quite another passphrase')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/dashboard')
  })
})

describe('an address that leads nowhere', () => {
  it('says so and offers the way back', async () => {
    const { page, complaints } = await muster.open()
    await signIn(page, email)
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: /not found/i }).waitFor()
    expect(complaints).toEqual([])
  })
})
