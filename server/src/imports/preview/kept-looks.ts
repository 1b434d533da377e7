import type { Look } from './look.ts'

const keptForMs = 5 * 60_000
/** One person compares a few settings; all of them together do not fill the disk. */
const mostOfPerson = 3
const mostOfWorkspace = 15
const most = 30

interface Kept {
  workspaceId: string
  userId: string
  /** What the file was looked at with: other settings need another look. */
  withWhat: string
  look: Look
  forget: NodeJS.Timeout
}

/** The looks that pages and filters are asked of, the one asked last at the end. A node has its own. */
const kept = new Map<string, Kept>()

function drop(key: string): void {
  const found = kept.get(key)
  if (!found) return
  kept.delete(key)
  clearTimeout(found.forget)
  found.look.close()
}

function dropOldest(most: number, among: (one: Kept) => boolean): void {
  const theirs = [...kept].filter(([, one]) => among(one))
  for (const [each] of theirs.slice(0, -most)) drop(each)
}

/** The look of this name if it was taken with the same settings, else a new one. */
export async function keepLook(
  key: string,
  of: Pick<Kept, 'workspaceId' | 'userId' | 'withWhat'>,
  start: () => Promise<Look>,
): Promise<Look> {
  const known = kept.get(key)
  const isKnown = known?.withWhat === of.withWhat
  const look = isKnown ? known.look : await start()
  // Somebody asked for the same meanwhile.
  const meanwhile = kept.get(key)
  if (!isKnown && meanwhile?.withWhat === of.withWhat) {
    look.close()
    return meanwhile.look
  }
  if (!isKnown) drop(key)
  else clearTimeout(known.forget)
  const forget = setTimeout(() => drop(key), keptForMs)
  forget.unref()
  kept.delete(key)
  kept.set(key, { ...of, look, forget })
  dropOldest(mostOfPerson, ({ userId }) => userId === of.userId)
  dropOldest(mostOfWorkspace, ({ workspaceId }) => workspaceId === of.workspaceId)
  dropOldest(most, () => true)
  return look
}

export function dropLook(key: string): void {
  drop(key)
}
