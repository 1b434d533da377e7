import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Kbd } from '../ui/kbd.tsx'
import classes from './command-box.module.css'

/** A line of the commands box. */
export interface Entry {
  key: string
  label: string
  /** In grey after the label. */
  description?: string
  /** Further words it is found by. */
  keywords?: string
  icon: Icon | ReactNode
  keys?: readonly string[]
  /** Why it does nothing just now. */
  whyNot?: string | null
  /** The address it leads to, for opening it in a tab of its own. */
  href?: string
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field above names the selected one as its active descendant
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={Boolean(whyNot) || undefined}
      className={classes.entry}
      // Moving, not entering: what scrolls under a pointer at rest is not pointed at.
      onPointerMove={selected ? undefined : onPoint}
      // The focus stays in the field.
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
