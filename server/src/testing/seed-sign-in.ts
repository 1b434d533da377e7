import { Readable } from 'node:stream'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { newId } from '../database/new-id.ts'
import { sealedFor } from '../second-factor/factor.ts'
import { signChallenge } from '../session/challenge.ts'
import { sealSecret } from '../session/sealed-secret.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'
import { avatarKey } from '../users/avatar-key.ts'
import type { TestServer, TestUser } from './test-server.ts'

/** Returns the code of an authenticator app, so many steps from now. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Secrets that sign-in calls carry. */
export interface SignInSecrets {
  inviteToken: string
  /** Of a colleague whose address is unconfirmed. */
  confirmToken: string
  /** Of the head's pending second factor. */
  factorSecret: string
  /** Of a user who has entered their password, and of their app. */
  challengeToken: string
  challengedSecret: string
}

/** Begins a second factor for a user, or adds a confirmed one. */
export async function addFactor(server: TestServer, user: TestUser, confirmed: boolean): Promise<string> {
  const secret = new Secret({ size: 20 }).base32
  await server.db
    .insertInto('second_factors')
    .values({
      workspace_id: user.workspaceId,
      user_id: user.id,
      secret: await sealSecret(server.db, secret, sealedFor({ ...user, userId: user.id })),
      confirmed_at: confirmed ? new Date().toISOString() : null,
    })
    .execute()
  return secret
}

export function makePicture(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0b6b58' } })
    .png()
    .toBuffer()
}

/** Makes a new challenge for the same user, as it is valid for minutes only. */
export async function renewChallenge(
  { db }: TestServer,
  { workspaceId, ids }: { workspaceId: string; ids: Record<string, string> },
): Promise<string> {
  const userId = ids.factored!
  const { password_hash } = await db
    .selectFrom('logins')
    .where('user_id', '=', userId)
    .select('password_hash')
    .executeTakeFirstOrThrow()
  return signChallenge(db, { workspaceId, userId }, password_hash!)
}

/** Seeds an invitation, a picture, sessions and second factors. */
export async function seedSignIn(
  server: TestServer,
  { head, colleague, passwordHash }: { head: TestUser; colleague: TestUser; passwordHash: string },
  ids: Record<string, string>,
  mark: string,
): Promise<SignInSecrets> {
  const { workspaceId } = head
  const { db } = server
  await db.updateTable('logins').set({ password_hash: passwordHash }).where('user_id', '=', head.id).execute()
  const token = newSecretToken(workspaceId, newId())
  ids.invitation = token.id
  await db
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      id: token.id,
      email: `invited.${mark}@example.com`,
      name: `Invited ${mark}`,
      role: 'recruiter',
      invited_by: head.id,
      hash: hashSecret(token.secret),
      expires_at: '2999-01-01T00:00:00.000Z',
    })
    .execute()
  const avatarId = newId()
  await server.services.files.write(avatarKey(workspaceId, avatarId), Readable.from([await makePicture()]))
  await db.updateTable('users').set({ avatar_id: avatarId }).where('id', '=', colleague.id).execute()
  const factored = await server.addUser(workspaceId, 'viewer', { name: `Factored ${mark}` })
  ids.factored = factored.id
  await db
    .updateTable('logins')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', factored.id)
    .execute()
  const session = await db
    .selectFrom('sessions')
    .where('user_id', '=', factored.id)
    .select('id')
    .executeTakeFirstOrThrow()
  ids.session = session.id
  const unconfirmed = await server.addUser(workspaceId, 'viewer', { name: `Unconfirmed ${mark}` })
  ids.unconfirmed = unconfirmed.id
  await db.deleteFrom('logins').where('user_id', '=', unconfirmed.id).execute()
  const moving = await server.addUser(workspaceId, 'viewer', { name: `Moving ${mark}` })
  ids.moving = moving.id
  const confirmToken = newSecretToken(workspaceId, unconfirmed.id)
  const claim = { workspace_id: workspaceId, expires_at: '2999-01-01T00:00:00.000Z' }
  await db
    .insertInto('email_claims')
    .values([
      {
        ...claim,
        user_id: unconfirmed.id,
        email: unconfirmed.email,
        hash: hashSecret(confirmToken.secret),
      },
      { ...claim, user_id: head.id, email: `pending.${mark}@example.com`.toLowerCase() },
      { ...claim, user_id: moving.id, email: `moving.${mark}@example.com`.toLowerCase() },
    ])
    .execute()
  return {
    confirmToken: formatSecretToken(confirmToken),
    inviteToken: formatSecretToken(token),
    factorSecret: await addFactor(server, head, false),
    challengedSecret: await addFactor(server, factored, true),
    challengeToken: await signChallenge(db, { workspaceId, userId: factored.id }, passwordHash),
  }
}
