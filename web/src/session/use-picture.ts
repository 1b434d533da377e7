import { getAvatar, listAvatars } from '@muster/contract/own-account.ts'
import { QueryObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, queryClient } from '../api/query.ts'

/**
 * A board shows a thousand avatars, so they share one query of who has a picture, and each picture is loaded
 * once.
 */
const addresses = new Map<string, string>()
const asked = new Set<string>()
const listeners = new Set<() => void>()
let avatarIds: ReadonlyMap<string, string> | undefined
let observed = false

function tell() {
  for (const listener of listeners) listener()
}

function observe() {
  if (observed) return
  observed = true
  const who = new QueryObserver(queryClient, {
    ...endpointQuery(listAvatars),
    staleTime: Number.POSITIVE_INFINITY,
  })
  who.subscribe(({ data }) => {
    avatarIds = data && new Map(data.items.map(({ userId, avatarId }) => [userId, avatarId]))
    tell()
  })
}

/** Loads a picture. A new one has a new id, so loaded ones stay valid. */
async function read(userId: string, avatarId: string): Promise<void> {
  asked.add(avatarId)
  try {
    const picture: unknown = await call(getAvatar, { params: { id: userId } }, { responseType: 'blob' })
    addresses.set(avatarId, URL.createObjectURL(picture as Blob))
    tell()
  } catch {
    // The initials stay.
  }
}

function addressOf(userId: string | undefined): string | undefined {
  const avatarId = userId && avatarIds?.get(userId)
  if (!userId || !avatarId) return undefined
  if (!asked.has(avatarId)) void read(userId, avatarId)
  return addresses.get(avatarId)
}

function subscribe(listener: () => void): () => void {
  observe()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const nothing = () => () => {}

/** Returns the URL of a user's picture; undefined if there is none. */
export function usePicture(userId: string | undefined): string | undefined {
  return useSyncExternalStore(userId === undefined ? nothing : subscribe, () => addressOf(userId))
}
