import type { Icon } from '@tabler/icons-react'
import { useEffect, useId } from 'react'

/** Something one can do from the commands box. */
export interface Command {
  /** Told from the others of its group by this; stays the same over languages and versions. */
  id: string
  /** A verb first: "Assign…", with dots where a question follows. */
  label: string
  icon: Icon
  /** The keys that do the same without the box: `['s']`. */
  keys?: readonly string[]
  /** Further words it is found by. */
  keywords?: string
  /** Why it cannot be done just now; it is then shown, but does nothing. */
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
  // What came last is nearest to what one is doing: ticked rows before the screen they are on.
  groups = [...registered.values()].filter(({ commands }) => commands.length > 0).reverse()
  for (const listener of listeners) listener()
}

/**
 * Offers commands in the box of Ctrl/Cmd-K, first of all, while the component is shown and `commands` is not
 * empty: a screen's for what is open, a selection's for what is ticked. Leave out what the person's rights never
 * allow; give `whyNot` to what cannot be done just now.
 *
 * @param subject what they act on: "Samuel Reyes", "12 applications".
 */
export function useCommands(subject: string, commands: readonly Command[]) {
  const id = useId()
  // After every render, so that a command always runs with what is on screen.
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

/** For the commands box: what is offered just now; the same array until it changes. */
export function offeredCommands(): readonly CommandGroup[] {
  return groups
}

/** Calls the listener when what is offered changes; answers how to stop. */
export function onCommandsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
