import type { Actor } from '../session/actor.ts'

/** New positions start from the default pipeline, so it cannot be deleted until another becomes the default. */
export function pipelineAbilities(
  actor: Actor,
  pipeline: { is_default: boolean; deleted_at: string | null },
) {
  const may = actor.permissions.has('pipelines:write') && pipeline.deleted_at === null
  return { edit: may, delete: may && !pipeline.is_default }
}
