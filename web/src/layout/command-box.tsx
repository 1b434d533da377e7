import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Kbd, modKey } from '../ui/kbd.tsx'
import classes from './command-box.module.css'
import { CommandEntry, type Entry, type EntryGroup } from './command-entry.tsx'
import { useCommandGroups } from './command-groups.ts'
import { useSearchResults } from './use-search-results.tsx'

interface CommandBoxProps {
  opened: boolean
  /** Closes the box and restores the focus, at once. */
  onClose: () => void
}

/**
 * The command box: navigates, creates, acts on the selection, and searches candidates, positions and
 * companies.
 */
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

/** Leaves out records that an earlier group lists, people whose applications are listed, and groups without entries. */
function withoutRepeats(groups: readonly EntryGroup[]): EntryGroup[] {
  const people = groups.flatMap(({ entries }) => entries.map(({ personHref }) => personHref))
  const listed = new Set<string | undefined>(people)
  const isFirst = ({ href }: Entry) => !href || !listed.has(href)
  return groups
    .map(({ heading, entries }) => {
      const kept = entries.filter(isFirst)
      for (const { href } of kept) if (href) listed.add(href)
      return { heading, entries: kept }
    })
    .filter(({ entries }) => entries.length > 0)
}

/** The field keeps the focus; arrow keys select an entry, which the field names as its active descendant. */
function Commands({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const own = useCommandGroups(text)
  const { groups: found, isSearching, failed } = useSearchResults(text)
  const groups = withoutRepeats([...own, ...found])
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(chosen, entries.length - 1)
  const id = useId()
  const idOf = (entry: Entry | undefined) => entry && `${id}-${entry.key.replaceAll(' ', '-')}`
  const currentId = idOf(entries[current])
  const nothing = entries.length === 0 && !isSearching && !failed

  useEffect(() => {
    if (!currentId) return
    // The first entry scrolls its heading into view.
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
          // biome-ignore lint/a11y/noAutofocus: the box is opened to type
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
          placeholder={t`Search candidates, positions and companies, or type a command`}
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
          // biome-ignore lint/a11y/useSemanticElements: a group within a listbox is not a fieldset
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
          <Trans>Searching</Trans>
        </p>
      )}
      {failed && (
        <div className={classes.note} role="alert">
          <Trans>Search failed: {failed.message}</Trans>
          <Button size="xs" variant="default" onClick={failed.retry}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
      {nothing && (
        <p className={classes.note}>
          <Trans>No results for “{text.trim()}”. Try part of a name, email or phone number.</Trans>
        </p>
      )}
      <footer className={classes.footer} aria-hidden>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Trans>select</Trans>
        </span>
        <span>
          <Kbd>Enter</Kbd> <Trans context="what a key does">open</Trans>
        </span>
        <span>
          <Kbd>{`${modKey} Enter`}</Kbd> <Trans>open in new tab</Trans>
        </span>
      </footer>
      <Announcement
        text={isSearching ? '' : plural(entries.length, { one: '# result', other: '# results' })}
      />
    </>
  )
}

/** Announces a text to screen readers a moment after it stops changing. */
function Announcement({ text }: { text: string }) {
  const [spoken] = useDebouncedValue(text, 600)
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>
}
