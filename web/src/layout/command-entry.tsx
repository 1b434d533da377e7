import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Kbd } from '../ui/kbd.tsx'
import classes from './command-box.module.css'

/** An entry of the command box. */
export interface Entry {
  key: string
  label: string
  /** Shown in grey after the label. */
  description?: string
  /** Additional search terms. */
  keywords?: string
  /** Found by its words only, not by some of its letters, which names of people have as well. */
  byWords?: boolean
  icon: Icon | ReactNode
  keys?: readonly string[]
  /** Why the entry is disabled. */
  whyNot?: string | null
  /** Allows opening it in a new tab. */
  href?: string
  /** The page of the person whose application this is: the box does not list the person again. */
  personHref?: string
  run: () => void
}

export interface EntryGroup {
  heading: string
  entries: readonly Entry[]
}

interface CommandEntryProps {
  id: string
  entry: Entry
  selected: boolean
  onPoint: () => void
  onPick: (inNewTab: boolean) => void
}

function isIcon(icon: Entry['icon']): icon is Icon {
  return typeof icon === 'object' && icon !== null && 'render' in icon
}

export function CommandEntry({ id, entry, selected, onPoint, onPick }: CommandEntryProps) {
  const { label, description, icon: EntryIcon, keys, whyNot } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field above names the selected one as its active descendant
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={Boolean(whyNot) || undefined}
      className={classes.entry}
      // Not on enter: content that scrolls under a resting pointer must not be selected.
      onPointerMove={selected ? undefined : onPoint}
      // Keep the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onPick(event.ctrlKey || event.metaKey)}
    >
      <span className={classes.icon}>
        {isIcon(EntryIcon) ? <EntryIcon size={16} stroke={1.6} aria-hidden /> : EntryIcon}
      </span>
      <span className={classes.label}>{label}</span>
      {(whyNot ?? description) && <span className={classes.description}>{whyNot ?? description}</span>}
      {keys && (
        <span className={classes.keys} aria-hidden>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </div>
  )
}
