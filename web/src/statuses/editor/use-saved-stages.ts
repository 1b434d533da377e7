import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import type { Stage, StageChange, StageStore } from './stage.ts'

type SavedStage = Stage & { version: number }

interface SavedStages {
  /** Returns the current stages. */
  read: () => readonly SavedStage[]
  /** Shows a change before the server responds. */
  show: (stages: readonly SavedStage[]) => void
  /** Reloads them. */
  refresh: () => Promise<void>
  save: (id: string, change: StageChange & { version: number }) => Promise<SavedStage>
  add: StageStore['add']
  order: (ids: string[]) => Promise<unknown>
}

/**
 * Saves stages on the server. Each change shows at once, is sent after the previous ones, and rolls back if
 * it fails.
 */
export function useSavedStages(saved: SavedStages): Omit<StageStore, 'remove'> {
  const { read, show, refresh } = saved
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)

  async function send(next: readonly SavedStage[], request: () => Promise<unknown>, failed: string) {
    const before = read()
    show(next)
    waiting.current += 1
    const sent = queue.current.then(request)
    queue.current = sent.catch(() => {})
    try {
      await sent
      return true
    } catch (error) {
      show(before)
      const stale = error instanceof ApiError && error.code === 'CONFLICT' && error.details?.version
      toastError(error, stale ? undefined : failed)
      return false
    } finally {
      waiting.current -= 1
      if (waiting.current === 0) void refresh()
    }
  }

  return {
    toast,
    change: (id, change) => {
      const stage = read().find((each) => each.id === id)
      if (!stage) return Promise.resolve(false)
      const next = read().map((each) => (each.id === id ? { ...each, ...change } : each))
      const request = async () => {
        const version = read().find((each) => each.id === id)?.version ?? stage.version
        const answer = await saved.save(id, { ...change, version })
        show(read().map((each) => (each.id === id ? { ...each, version: answer.version } : each)))
      }
      return send(next, request, t`${stage.name} not changed`)
    },
    order: (ids) => {
      const next = ids.flatMap((id) => read().find((each) => each.id === id) ?? [])
      return send(next, () => saved.order([...ids]), t`Order not saved`)
    },
    add: async (stage, order) => {
      await saved.add(stage, order)
      await refresh()
    },
  }
}
