import type { PreviewRun } from './preview-run.ts'

const keptForMs = 5 * 60_000
/** A user compares a few settings. The limits together keep the disk from filling. */
const maxOfUser = 3
const maxOfWorkspace = 15
const maxOfNode = 30

interface Kept {
  workspaceId: string
  userId: string
  /** The settings and corrections of the run. Others need another run. */
  settings: string
  run: PreviewRun
  forget: NodeJS.Timeout
}

/** The runs of this node that pages and filters read, the one read last at the end. */
const kept = new Map<string, Kept>()

function drop(key: string): void {
  const found = kept.get(key)
  if (!found) return
  kept.delete(key)
  clearTimeout(found.forget)
  found.run.close()
}

function dropOldest(max: number, among: (one: Kept) => boolean): void {
  const theirs = [...kept].filter(([, one]) => among(one))
  for (const [each] of theirs.slice(0, -max)) drop(each)
}

/** Returns the run with this key if it has the same settings, else starts one. */
export async function findOrStartPreview(
  key: string,
  of: Pick<Kept, 'workspaceId' | 'userId' | 'settings'>,
  start: () => Promise<PreviewRun>,
): Promise<PreviewRun> {
  const known = kept.get(key)
  const isKnown = known?.settings === of.settings
  const run = isKnown ? known.run : await start()
  // Another request started the same meanwhile.
  const meanwhile = kept.get(key)
  if (!isKnown && meanwhile?.settings === of.settings) {
    run.close()
    return meanwhile.run
  }
  if (!isKnown) drop(key)
  else clearTimeout(known.forget)
  const forget = setTimeout(() => drop(key), keptForMs)
  forget.unref()
  kept.delete(key)
  kept.set(key, { ...of, run, forget })
  dropOldest(maxOfUser, ({ userId }) => userId === of.userId)
  dropOldest(maxOfWorkspace, ({ workspaceId }) => workspaceId === of.workspaceId)
  dropOldest(maxOfNode, () => true)
  return run
}

export function dropPreview(key: string): void {
  drop(key)
}
