import type { StatusType } from '@muster/contract/status-types.ts'
import type { toast } from '../../ui/toast.tsx'

/** A stage of a pipeline or a status of a position, with the fields of their editor. */
export interface Stage {
  id: string
  name: string
  type: StatusType
  color: string
  /** Days an application may stay before it is overdue. */
  slaDays: number | null
}

export type StageChange = Partial<Omit<Stage, 'id'>>

/**
 * Saves an ordered list of stages. Each function returns whether it succeeded, and reports its own errors.
 */
export interface StageStore {
  change: (id: string, change: StageChange) => Promise<boolean>
  /** @throws ApiError, to be shown at the field */
  add: (stage: Pick<Stage, 'name' | 'type'>, order: number) => Promise<void>
  order: (ids: readonly string[]) => Promise<boolean>
  /** Shows the toast of a change, with its Undo. */
  toast: typeof toast
  /** Deletes a stage, or asks first where its applications move. */
  remove: (stage: Stage) => void
}
