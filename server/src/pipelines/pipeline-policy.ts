import type { Actor } from '../session/actor.ts'

/** The default pipeline is what new positions start from, so it stays until another takes its place. */
export function pipelineAbilities(
  actor: Actor,
  pipeline: { is_default: boolean; deleted_at: string | null },
) {
  const may = actor.permissions.has('pipelines:write') && pipeline.deleted_at === null
  return { edit: may, delete: may && !pipeline.is_default }
}
