import { login } from '@muster/contract/auth.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePassword, type Muster, signIn, startMuster } from './start-muster.ts'

let muster: Muster

beforeAll(async () => {
  muster = await startMuster()
})

afterAll(() => muster?.stop())

describe('a browser that somebody signed in with', () => {
  it('signs in while strangers keep the account locked', async () => {
    const { email } = await muster.addUser('recruiter', 'Lea Lamp')
    const { page, context } = await muster.open()
    await signIn(page, email)
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
    await page.getByRole('button', { name: /Lea Lamp/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/auth/login**')
    for (let index = 0; index < 10; index += 1)
      await muster.server.call(login, { body: { email, password: 'wrong' } })
    const stranger = await muster.open()
    await givePassword(stranger.page, email)
    await stranger.page.getByText(/Too many attempts/).waitFor()
    await signIn(page, email)
    await page.getByRole('button', { name: /Lea Lamp/ }).waitFor()
  })
})
