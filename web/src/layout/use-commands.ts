import type { Icon } from '@tabler/icons-react'
import { useEffect, useId } from 'react'

/** A command in the command box. */
export interface Command {
  /** Unique within its group; stable across languages and versions. */
  id: string
  /** Starts with a verb: "Assign…", with an ellipsis if a dialog follows. */
  label: string
  icon: Icon
  /** The keyboard shortcut outside the box: `['s']`. */
  keys?: readonly string[]
  /** Additional search terms. */
  keywords?: string
  /** Why it is unavailable; it is then shown as disabled. */
  whyNot?: string | null
  run: () => void
}

export interface CommandGroup {
  /** What the commands act on: "Samuel Reyes", "12 applications". */
  subject: string
  commands: readonly Command[]
}

const registered = new Map<string, CommandGroup>()
const listeners = new Set<() => void>()
let groups: readonly CommandGroup[] = []

function changed() {
  // The last registered group comes first: selected rows before the screen they are on.
  groups = [...registered.values()].filter(({ commands }) => commands.length > 0).reverse()
  for (const listener of listeners) listener()
}

/**
 * Offers commands at the top of the command box while the component is mounted and `commands` is not empty.
 * Omit what the user's permissions never allow; set `whyNot` on what is unavailable at the moment.
 *
 * @param subject what they act on: "Samuel Reyes", "12 applications"
 */
export function useCommands(subject: string, commands: readonly Command[]) {
  const id = useId()
  // After every render, so that a command runs with the current state.
  useEffect(() => {
    registered.set(id, { subject, commands })
    changed()
  })
  useEffect(
    () => () => {
      registered.delete(id)
      changed()
    },
    [id],
  )
}

/** Returns the commands on offer; the same array until they change. */
export function offeredCommands(): readonly CommandGroup[] {
  return groups
}

/** Calls the listener when the commands on offer change. Returns a function that unsubscribes. */
export function onCommandsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
