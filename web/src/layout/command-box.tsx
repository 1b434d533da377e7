import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Kbd, modKey } from '../ui/kbd.tsx'
import classes from './command-box.module.css'
import { CommandEntry, type Entry } from './command-entry.tsx'
import { useCommandGroups } from './command-groups.ts'
import { useFound } from './use-found.tsx'

interface CommandBoxProps {
  opened: boolean
  /** Closes it and gives the focus back, at once. */
  onClose: () => void
}

/** Goes anywhere, creates, acts on what is selected, and finds people, positions and companies. */
export function CommandBox({ opened, onClose }: CommandBoxProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset={72}
      returnFocus={false}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content radius="xl" aria-label={t`Search and commands`}>
        <Modal.Body p={0}>
          <Commands onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The field keeps the focus; the arrows choose among the entries, and the field tells which is chosen. */
function Commands({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const own = useCommandGroups(text)
  const { groups: found, isSearching, failed } = useFound(text)
  const groups = [...own, ...found].filter(({ entries }) => entries.length > 0)
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(chosen, entries.length - 1)
  const id = useId()
  const idOf = (entry: Entry | undefined) => entry && `${id}-${entry.key.replaceAll(' ', '-')}`
  const currentId = idOf(entries[current])
  const nothing = entries.length === 0 && !isSearching && !failed

  useEffect(() => {
    if (!currentId) return
    // The first one brings its heading into view.
    const entry = document.getElementById(currentId)
    if (current === 0) entry?.closest('[role="listbox"]')?.scrollTo({ top: 0 })
    else entry?.scrollIntoView({ block: 'nearest' })
  }, [currentId, current])

  function pick(entry: Entry | undefined, inNewTab: boolean) {
    if (!entry || entry.whyNot) return
    onClose()
    if (inNewTab && entry.href) window.open(entry.href, '_blank', 'noopener')
    else entry.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const last = entries.length - 1
    const next: Record<string, number> = {
      ArrowDown: current === last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(current + 8, last),
      PageUp: Math.max(current - 8, 0),
    }
    const index = next[event.key]
    if (index !== undefined) {
      event.preventDefault()
      setChosen(index)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      pick(entries[current], event.ctrlKey || event.metaKey)
    }
  }

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <input
          className={classes.input}
          // biome-ignore lint/a11y/noAutofocus: opening the box is asking to type
          autoFocus
          data-autofocus
          role="combobox"
          aria-label={t`Search or type a command`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={currentId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t`Search people and positions, or type a command`}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t`Results`} className={classes.list}>
        {groups.map(({ heading, entries: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group within a listbox is no fieldset
          <div key={heading} role="group" aria-label={heading}>
            <div className={classes.heading} aria-hidden>
              {heading}
            </div>
            {members.map((entry) => (
              <CommandEntry
                key={entry.key}
                id={idOf(entry) ?? ''}
                entry={entry}
                selected={entry === entries[current]}
                onPoint={() => setChosen(entries.indexOf(entry))}
                onPick={(inNewTab) => pick(entry, inNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      {isSearching && found.length === 0 && (
        <p className={classes.note}>
          <Trans>Searching…</Trans>
        </p>
      )}
      {failed && (
        <div className={classes.note} role="alert">
          <Trans>People and positions could not be searched: {failed.message}</Trans>
          <Button size="xs" variant="default" onClick={failed.retry}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
      {nothing && (
        <p className={classes.note}>
          <Trans>Nothing found for “{text.trim()}”. Try part of a name, an e-mail or a phone number.</Trans>
        </p>
      )}
      <footer className={classes.footer} aria-hidden>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Trans>choose</Trans>
        </span>
        <span>
          <Kbd>Enter</Kbd> <Trans context="what a key does">open</Trans>
        </span>
        <span>
          <Kbd>{`${modKey} Enter`}</Kbd> <Trans>in a new tab</Trans>
        </span>
      </footer>
      <Spoken text={isSearching ? '' : plural(entries.length, { one: '# result', other: '# results' })} />
    </>
  )
}

/** Read out a moment after it stops changing. */
function Spoken({ text }: { text: string }) {
  const [spoken] = useDebouncedValue(text, 600)
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>
}
