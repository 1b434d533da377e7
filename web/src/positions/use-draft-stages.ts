import { t } from '@lingui/core/macro'
import { statusTypes } from '@muster/contract/status-types.ts'
import { useRef } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { Stage, StageStore } from '../statuses/editor/stage.ts'
import { newKey } from '../ui/new-key.ts'
import { useFormToast } from '../ui/use-form-toast.ts'

/** Edits the columns of a position that is not created yet. */
export function useDraftStages(
  stages: readonly Stage[],
  show: (stages: readonly Stage[]) => void,
): StageStore {
  // Also for an undo after further changes.
  const latest = useRef(stages)
  latest.current = stages
  const toast = useFormToast()

  function keep(next: readonly Stage[]): Promise<boolean> {
    latest.current = next
    show(next)
    return Promise.resolve(true)
  }

  const isTaken = (name: string, exceptId?: string) =>
    latest.current.some((each) => each.id !== exceptId && each.name.toLowerCase() === name.toLowerCase())

  return {
    toast,
    change: (id, change) => {
      if (change.name && isTaken(change.name, id)) {
        toast(t`A status named ${change.name} already exists`)
        return Promise.resolve(false)
      }
      return keep(latest.current.map((each) => (each.id === id ? { ...each, ...change } : each)))
    },
    add: async ({ name, type }, order) => {
      if (isTaken(name)) throw new ApiError('CONFLICT', t`A status named ${name} already exists`)
      const { color } = statusTypes[type]
      await keep(latest.current.toSpliced(order, 0, { id: newKey(), name, type, color, slaDays: null }))
    },
    order: (ids) => keep(ids.flatMap((id) => latest.current.find((each) => each.id === id) ?? [])),
    remove: (stage) => {
      const at = latest.current.findIndex(({ id }) => id === stage.id)
      void keep(latest.current.filter(({ id }) => id !== stage.id))
      toast(t`Deleted ${stage.name}`, () => void keep(latest.current.toSpliced(at, 0, stage)))
    },
  }
}
