import { randomBytes } from 'node:crypto'
import { givenUserName } from '@muster/contract/start.ts'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { DB } from '../database/schema.generated.ts'
import { fillSample } from '../sample/fill-sample.ts'
import type { Services } from '../services.ts'
import { isGivenPasswordExpired } from '../session/given-password.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { memorablePassword } from './memorable-password.ts'
import { type SampleUser, setSamplePasswords } from './set-sample-passwords.ts'

/** Any fixed number: it keeps two nodes from preparing at once. */
const preparationLock = 7_204_119

type FirstServices = Pick<Services, 'config' | 'telemetry'> & { db: Kysely<DB> }

export interface PreparedInstallation {
  /** False if it existed before. */
  created: boolean
  /** The address of the first superadmin. */
  adminEmail: string
  /** To be printed once; its owner must change it at the first sign-in. Null when the operator chose one. */
  generatedPassword: string | null
  /** The other users, with passwords to be printed once, for the operator. */
  sampleUsers: SampleUser[]
}

/** Returns the first superadmin. Once prepared, the address comes from the database, not from the settings. */
async function findAdmin(db: Database) {
  return db
    .selectFrom('installation')
    .leftJoin('users', (join) => join.on('users.role', '=', 'superadmin'))
    .leftJoin('logins', 'logins.email', 'users.email')
    .orderBy('users.created_at')
    .limit(1)
    .select(sql<string>`coalesce(users.email, '')`.as('email'))
    .select(isGivenPasswordExpired.as('has_expired'))
    .executeTakeFirst()
}

/** Returns the names of the first superadmin and workspace. */
function firstNames({ sample }: Pick<Config, 'sample'>) {
  return sample
    ? { name: 'Ines Roth', workspaceName: 'Northline Staffing' }
    : { name: givenUserName, workspaceName: 'My workspace' }
}

/** @throws ConfigError for an unacceptable password; the setting is ignored once there is an installation */
async function checkAdminPassword(services: FirstServices): Promise<void> {
  const { db, config } = services
  const { adminPassword, adminEmail } = config
  if (adminPassword === null || (await findAdmin(db))) return
  const owner = { ...firstNames(config), email: adminEmail }
  const problem = await passwordProblem(services, adminPassword, owner)
  if (problem) throw new ConfigError(`MUSTER_ADMIN_PASSWORD cannot be used. ${problem}.`)
}

/** Without a mail server nobody else could help them in. */
async function renewPassword(tx: Database, email: string): Promise<string> {
  const password = memorablePassword()
  await tx
    .updateTable('logins')
    .set({ password_hash: await hashPassword(password), given_at: sql`now()` })
    .where('email', '=', email)
    .execute()
  return password
}

/**
 * Creates what a new installation needs, once: its secret, the first workspace, the first superadmin and, on request,
 * sample data. All or nothing; several nodes may call it concurrently. A generated password that expired unused is
 * replaced.
 * @throws ConfigError for an unacceptable administrator's password
 */
export async function prepareInstallation(services: FirstServices): Promise<PreparedInstallation> {
  const { db, config } = services
  // Before the transaction, as it may call a service on the network.
  await checkAdminPassword(services)
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${preparationLock})`.execute(tx)
    const existing = await findAdmin(tx)
    if (existing) {
      const { email, has_expired } = existing
      const generatedPassword = has_expired ? await renewPassword(tx, email) : null
      return { created: false, adminEmail: email, generatedPassword, sampleUsers: [] }
    }

    await tx
      .insertInto('installation')
      .values({ secret: randomBytes(32).toString('hex') })
      .execute()
    const { name, workspaceName } = firstNames(config)
    const { workspaceId } = await createWorkspace(tx, {
      name: workspaceName,
      timezone: config.sample ? 'America/Chicago' : 'UTC',
      defaultCountry: 'US',
    })
    const password = config.adminPassword ?? memorablePassword()
    const isGenerated = config.adminPassword === null
    const admin = {
      id: newId(),
      email: config.adminEmail,
      name,
      passwordHash: await hashPassword(password),
      isGenerated,
    }
    await createAdmin(tx, workspaceId, admin)
    let sampleUsers: SampleUser[] = []
    if (config.sample) {
      await fillSample(tx, workspaceId, admin)
      sampleUsers = await setSamplePasswords(tx, workspaceId)
    }
    return {
      created: true,
      adminEmail: admin.email,
      generatedPassword: isGenerated ? password : null,
      sampleUsers,
    }
  })
}

async function createAdmin(
  tx: Database,
  workspaceId: string,
  admin: { id: string; email: string; name: string; passwordHash: string; isGenerated: boolean },
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      workspace_id: workspaceId,
      id: admin.id,
      email: admin.email,
      name: admin.name,
      role: 'superadmin',
    })
    .execute()
  await tx
    .insertInto('logins')
    .values({
      email: admin.email,
      workspace_id: workspaceId,
      user_id: admin.id,
      password_hash: admin.passwordHash,
      given_at: admin.isGenerated ? sql<string>`now()` : null,
    })
    .execute()
}
