import { login } from '@muster/contract/auth.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import * as firstStart from './first-start.ts'

let server: TestServer

beforeEach(async () => {
  server = await startTestServer()
  await server.db.deleteFrom('installation').execute()
})

afterEach(() => server?.stop())

function prepareInstallation({ db }: TestServer, chosen: Partial<Config>) {
  const { config, telemetry } = server.services
  return firstStart.prepareInstallation({ db, telemetry, config: { ...config, ...chosen } })
}

const settings = { adminEmail: 'head@example.com', adminPassword: null, sample: false }

async function count(table: 'workspaces' | 'users' | 'installation' | 'applications'): Promise<number> {
  const rows = await server.db.selectFrom(table).select('created_at').execute()
  return rows.length
}

function signIn(email: string, password: string) {
  return server.call(login, { body: { email, password } })
}

describe('prepareInstallation', () => {
  it('creates a workspace and a superadmin who can sign in with the printed password', async () => {
    const prepared = await prepareInstallation(server, settings)
    expect(prepared).toMatchObject({ created: true, adminEmail: 'head@example.com' })
    expect(prepared.generatedPassword!.length).toBeGreaterThanOrEqual(15)
    const { status, body } = await signIn('head@example.com', prepared.generatedPassword!)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      role: 'superadmin',
      workspace: { timezone: 'UTC' },
      mustChoosePassword: true,
    })
    expect(await count('applications')).toBe(0)
  })

  it('uses the given password and does not print it', async () => {
    const prepared = await prepareInstallation(server, {
      ...settings,
      adminPassword: 'a password of mine',
    })
    expect(prepared.generatedPassword).toBeNull()
    const { status, body } = await signIn('head@example.com', 'a password of mine')
    expect([status, body.user.mustChoosePassword]).toEqual([200, false])
  })

  it('prints a new password once the generated one has expired unused, and never replaces one chosen by its owner', async () => {
    const { generatedPassword: first } = await prepareInstallation(server, settings)
    const setGivenAt = (given_at: string | null) =>
      server.db.updateTable('logins').set({ given_at }).execute()
    const longAgo = '2020-01-01T00:00:00.000Z'
    await setGivenAt(longAgo)
    const { generatedPassword: second, created } = await prepareInstallation(server, settings)
    expect([created, typeof second]).toEqual([false, 'string'])
    expect((await signIn('head@example.com', first!)).status).toBe(401)
    expect((await signIn('head@example.com', second!)).body.user.mustChoosePassword).toBe(true)
    expect((await prepareInstallation(server, settings)).generatedPassword).toBeNull()
    await setGivenAt(null)
    expect((await prepareInstallation(server, settings)).generatedPassword).toBeNull()
  })

  it.each([
    ['short', 'at least 15 characters'],
    ['passwordpassword', 'too common'],
    ['administrator-2026', 'your name or email'],
    ['head of everything here', 'your name or email'],
    ['my workspace is open', 'workspace name'],
    ['x'.repeat(129), 'at most 128 characters'],
  ])(
    'refuses the administrator’s password “%s” with the reason, and creates nothing',
    async (adminPassword, why) => {
      const refused = prepareInstallation(server, { ...settings, adminPassword })
      await expect(refused).rejects.toThrow(ConfigError)
      await expect(refused).rejects.toThrow(/^MUSTER_ADMIN_PASSWORD /)
      await expect(refused).rejects.toThrow(why)
      expect([await count('installation'), await count('workspaces'), await count('users')]).toEqual([
        0, 0, 0,
      ])
    },
  )

  it('does not read the administrator’s password once there is an installation', async () => {
    await prepareInstallation(server, settings)
    expect((await prepareInstallation(server, { ...settings, adminPassword: 'short' })).created).toBe(false)
  })

  it('changes nothing the second time, whatever the settings', async () => {
    await prepareInstallation(server, settings)
    const again = await prepareInstallation(server, {
      adminEmail: 'other@example.com',
      adminPassword: 'another password',
      sample: true,
    })
    expect(again).toEqual({
      created: false,
      adminEmail: 'head@example.com',
      generatedPassword: null,
      sampleUsers: [],
    })
    expect(await count('workspaces')).toBe(1)
    expect(await count('users')).toBe(1)
  })

  it('runs once when several nodes start together', async () => {
    const prepared = await Promise.all([1, 2, 3, 4].map(() => prepareInstallation(server, settings)))
    expect(prepared.filter(({ created }) => created)).toHaveLength(1)
    expect(await count('installation')).toBe(1)
    expect(await count('workspaces')).toBe(1)
  })

  it("adds sample data on request, even if the administrator has a sample user's address", async () => {
    const prepared = await prepareInstallation(server, {
      ...settings,
      adminEmail: 'mats.keller@example.com',
      sample: true,
    })
    expect(await count('applications')).toBe(2000)
    const { email, password } = prepared.sampleUsers.find(({ role }) => role === 'recruiter')!
    const recruiter = await signIn(email, password)
    expect(recruiter.body.user).toMatchObject({
      role: 'recruiter',
      workspace: { name: 'Northline Staffing' },
      mustChoosePassword: true,
    })
  })

  it('gives each sample user a password that opens no other account', async () => {
    const prepared = await prepareInstallation(server, { ...settings, sample: true })
    const { sampleUsers, adminEmail, generatedPassword } = prepared
    expect(sampleUsers.map(({ role }) => role)).toEqual([
      'client_reviewer',
      'coordinator',
      'hiring_manager',
      'recruiter',
      'recruiter',
      'viewer',
    ])
    expect(new Set([generatedPassword, ...sampleUsers.map(({ password }) => password)]).size).toBe(7)
    for (const { email, password } of sampleUsers) {
      expect((await signIn(email, password)).status).toBe(200)
      expect((await signIn(email, generatedPassword!)).status).toBe(401)
      expect((await signIn(adminEmail, password)).status).toBe(401)
    }
  })
})
