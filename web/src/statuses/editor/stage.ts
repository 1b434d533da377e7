import type { StatusType } from '@muster/contract/status-types.ts'

/** A stage of a pipeline or a status of a position: what their editor shows of either. */
export interface Stage {
  id: string
  name: string
  type: StatusType
  color: string
  /** Days an application may stay before it is late. */
  slaDays: number | null
}

export type StageChange = Partial<Omit<Stage, 'id'>>

/** Where an ordered list of stages is kept. Each answers whether it was done; what failed it has said itself. */
export interface StageStore {
  change: (id: string, change: StageChange) => Promise<boolean>
  /** @throws ApiError, to be shown at the field */
  add: (stage: Pick<Stage, 'name' | 'type'>, order: number) => Promise<void>
  order: (ids: readonly string[]) => Promise<boolean>
  /** Deletes it, or asks first where its applications go. */
  remove: (stage: Stage) => void
}
