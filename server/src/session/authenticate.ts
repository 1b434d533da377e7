import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Services } from '../services.ts'
import { announceAccessChanged } from './access-changed.ts'
import { type AccessClaims, type VerifiedClaims, verifyAccessToken } from './access-token.ts'
import type { Actor } from './actor.ts'
import { isApiKey, loadKeyActor, parseApiKey } from './api-key.ts'
import { installationRequires } from './installation-requires.ts'
import { dropDevices } from './known-devices.ts'
import { generationLength, hashSecret } from './secret-token.ts'
import { signingKeys } from './signing-key.ts'

/** A session ended on another node must end here within this time. */
const cacheMs = 1_000
const maxCached = 10_000
const usedEverySeconds = 60

interface CachedActor {
  actor: Promise<Actor>
  until: number
}

const caches = new WeakMap<object, Map<string, CachedActor>>()

function cacheOf(db: Database): Map<string, CachedActor> {
  let cache = caches.get(db)
  if (!cache) {
    cache = new Map()
    caches.set(db, cache)
  }
  return cache
}

interface ImpersonatedUser {
  role: string
  impersonator_id: string | null
  impersonator_role: string | null
  impersonator_status: string | null
}

/** Impersonation ends when the superadmin loses that role, and when the user gains it. */
function mayStillImpersonate({
  role,
  impersonator_id,
  impersonator_role,
  impersonator_status,
}: ImpersonatedUser): boolean {
  if (impersonator_id === null) return true
  return impersonator_role === 'superadmin' && impersonator_status === 'active' && role !== 'superadmin'
}

/** Stores when a session and its user were last active, to the minute. Impersonation does not count for the user. */
async function noteUse(db: Database, { workspaceId, sessionId }: AccessClaims): Promise<void> {
  await sql`
    with used as (
      update sessions set used_at = now()
      where workspace_id = ${workspaceId} and id = ${sessionId}
        and used_at < now() - make_interval(secs => ${usedEverySeconds})
      returning user_id, impersonator_id
    )
    update users set last_seen_at = now() from used
    where users.workspace_id = ${workspaceId} and users.id = used.user_id and used.impersonator_id is null
  `.execute(db)
}

/** Tells whether this is the first call with an access token of the current refresh token. */
function isFirstOfGeneration({ generation }: AccessClaims) {
  return sql<boolean>`(
    left(sessions.current_hash, ${generationLength}::int) = ${generation ?? null}::text
    and sessions.seen_hash is distinct from sessions.current_hash
  )`
}

/** Makes the parent of the current refresh token invalid. Writes once per generation on all nodes. */
async function noteSeen(db: Database, claims: AccessClaims): Promise<void> {
  await db
    .updateTable('sessions')
    .set(({ ref }) => ({ seen_hash: ref('current_hash') }))
    .where('workspace_id', '=', claims.workspaceId)
    .where('id', '=', claims.sessionId)
    .where(isFirstOfGeneration(claims))
    .execute()
}

async function loadActor({ db, config }: Services, claims: VerifiedClaims): Promise<Actor> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'sessions.workspace_id')
        .onRef('users.id', '=', 'sessions.user_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'sessions.workspace_id')
    .leftJoin('users as impersonators', (join) =>
      join
        .onRef('impersonators.workspace_id', '=', 'sessions.impersonator_workspace_id')
        .onRef('impersonators.id', '=', 'sessions.impersonator_id'),
    )
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.workspace_id', '=', 'users.workspace_id')
        .onRef('second_factors.user_id', '=', 'users.id'),
    )
    .leftJoin('logins', (join) =>
      join
        .onRef('logins.email', '=', 'users.email')
        .onRef('logins.workspace_id', '=', 'users.workspace_id')
        .onRef('logins.user_id', '=', 'users.id'),
    )
    .where('sessions.workspace_id', '=', claims.workspaceId)
    .where('sessions.id', '=', claims.sessionId)
    .where('sessions.user_id', '=', claims.userId)
    .where('sessions.ended_at', 'is', null)
    .where(sql<boolean>`to_timestamp(${claims.expiresAt}::float8) > now()`)
    .where(sql<boolean>`coalesce(sessions.expires_at > now(), true)`)
    .where('users.status', '=', 'active')
    .where('workspaces.suspended_at', 'is', null)
    .select([
      'users.name',
      'users.email',
      'users.role',
      'users.granted_permissions',
      'users.revoked_permissions',
    ])
    .select([
      'users.company_id',
      'workspaces.require_second_factor',
      'second_factors.confirmed_at',
      'logins.given_at',
    ])
    .select(
      sql<boolean>`sessions.used_at < now() - make_interval(secs => ${usedEverySeconds})`.as('is_unnoted'),
    )
    .select(isFirstOfGeneration(claims).as('is_unseen'))
    .select(['workspaces.name as workspace_name', 'workspaces.timezone', 'workspaces.default_country'])
    .select(['sessions.impersonator_id', 'sessions.impersonation_reason', 'sessions.expires_at'])
    .select(['impersonators.name as impersonator_name', 'impersonators.role as impersonator_role'])
    .select('impersonators.status as impersonator_status')
    .executeTakeFirst()
  if (!row || !mayStillImpersonate(row))
    throw new AppError('UNAUTHENTICATED', t`Your session has ended. Sign in again.`)
  if (row.is_unseen) await noteSeen(db, claims)
  if (row.is_unnoted) await noteUse(db, claims)
  const role = row.role as Role
  return {
    userId: claims.userId,
    workspaceId: claims.workspaceId,
    sessionId: claims.sessionId,
    name: row.name,
    email: row.email,
    role,
    permissions: new Set(effectivePermissions(role, row.granted_permissions, row.revoked_permissions)),
    companyId: row.company_id,
    workspace: { name: row.workspace_name, timezone: row.timezone, defaultCountry: row.default_country },
    mustChoosePassword: row.given_at !== null && row.impersonator_id === null,
    mustSetUpSecondFactor:
      (row.require_second_factor || installationRequires(config, role)) &&
      row.confirmed_at === null &&
      row.impersonator_id === null,
    impersonation: row.impersonator_id
      ? {
          by: { id: row.impersonator_id, name: row.impersonator_name! },
          reason: row.impersonation_reason!,
          until: row.expires_at!,
        }
      : null,
  }
}

/**
 * Returns the actor of an Authorization header, an access token or an API key.
 * @throws UNAUTHENTICATED without one, or when the token, its session or its user is no longer valid
 */
export async function authenticate(header: string | undefined, services: Services): Promise<Actor> {
  const [scheme, token] = header?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('UNAUTHENTICATED', t`Sign in first`)
  if (isApiKey(token)) {
    const key = parseApiKey(token)
    // The secret is part of the cache key, so that an entry only serves callers who have it.
    return loadCached(services.db, `${key.id} ${hashSecret(key.secret)}`, () =>
      loadKeyActor(services.db, key),
    )
  }
  // The token is the cache key, so that one of an ended session does not live on with another of the same user.
  return loadCached(services.db, token, async () =>
    loadActor(services, await verifyAccessToken(token, (await signingKeys(services.db)).access)),
  )
}

function loadCached(db: Database, key: string, load: () => Promise<Actor>): Promise<Actor> {
  const cache = cacheOf(db)
  const known = cache.get(key)
  if (known && known.until > performance.now()) return known.actor
  if (cache.size >= maxCached) cache.clear()
  const actor = load()
  cache.set(key, { actor, until: performance.now() + cacheMs })
  actor.catch(() => cache.delete(key))
  return actor
}

/** Empties the session cache after a session or permission changed on this node. */
export function evictSessions(db: Database): void {
  cacheOf(db).clear()
}

interface Ended {
  workspaceId: string
  userId: string
  /** Only this one; else all. */
  sessionId?: string
  /** All but this one. */
  exceptSessionId?: string
  /** The browser stays a known device: its owner signs out. */
  keepsDevice?: boolean
}

/**
 * Ends sessions: their refresh tokens at once, access within a second on every node, and their event streams. Their
 * devices become unknown. Call `evictSessions` after the commit.
 * @returns the ids of the ended sessions
 */
export async function endSessions(tx: Database, which: Ended, reason: string): Promise<string[]> {
  const { workspaceId, userId, sessionId, exceptSessionId, keepsDevice } = which
  if (!keepsDevice) await dropDevices(tx, which)
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId!))
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId!))
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  const sessionIds = ended.map(({ id }) => id)
  if (sessionIds.length > 0)
    await announceAccessChanged(tx, { workspaceId, userIds: [userId], sessionIds, actorId: userId })
  return sessionIds
}
