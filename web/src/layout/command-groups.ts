import { t } from '@lingui/core/macro'
import {
  type Icon,
  IconAddressBook,
  IconBriefcase,
  IconBuilding,
  IconLayoutKanban,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import type { Entry, EntryGroup } from './command-entry.tsx'
import { matchCommands } from './match-commands.ts'
import {
  useCreations,
  useMeasures,
  usePreferences,
  useSavedViews,
  useScreens,
  useSettings,
} from './own-commands.tsx'
import { recentVisits, type VisitKind } from './recent.ts'
import { offeredCommands, onCommandsChange } from './use-commands.ts'

const visitIcons: Record<VisitKind, Icon> = {
  applications: IconUser,
  candidates: IconAddressBook,
  positions: IconBriefcase,
  companies: IconBuilding,
  board: IconLayoutKanban,
}

function visitLabel(kind: VisitKind): string {
  const words: Record<VisitKind, string> = {
    applications: t`Application`,
    candidates: t`Candidate`,
    positions: t`Position`,
    companies: t`Company`,
    board: t`Board`,
  }
  return words[kind]
}

function useVisits(): Entry[] {
  const navigate = useNavigate()
  // As of when the box opened.
  const [visits] = useState(() =>
    recentVisits().filter(({ kind, id }) => location.pathname !== `/${kind}/${id}`),
  )
  return visits.map(({ kind, id, title }) => ({
    key: `visit ${kind} ${id}`,
    label: title,
    description: visitLabel(kind),
    icon: visitIcons[kind],
    href: `/${kind}/${id}`,
    run: () => void navigate({ to: `/${kind}/$id`, params: { id } }),
  }))
}

/** Returns the entries that match the text without a request, in groups. */
export function useCommandGroups(text: string): EntryGroup[] {
  const offered = useSyncExternalStore(onCommandsChange, offeredCommands)
  const groups: EntryGroup[] = [
    ...offered.map(({ subject, commands }) => ({
      heading: subject,
      entries: commands.map((command) => ({ ...command, key: `${subject} ${command.id}` })),
    })),
    { heading: t`Recent`, entries: useVisits() },
    { heading: t`Create`, entries: useCreations() },
    { heading: t`Go to`, entries: useScreens() },
    { heading: t`Saved views`, entries: useSavedViews() },
    { heading: t`Preferences`, entries: usePreferences() },
  ]
  // Too many to list before anything is typed.
  const onlyFound: EntryGroup[] = [
    { heading: t`Settings`, entries: useSettings() },
    { heading: t`Measures`, entries: useMeasures() },
  ]
  if (text.trim() === '') return groups
  // Ranked together, so that the best match comes first, and groups in the order of their best match.
  const groupOf = new Map(
    [...groups, ...onlyFound].flatMap((group) => group.entries.map((entry) => [entry, group] as const)),
  )
  const found = new Map<EntryGroup, Entry[]>()
  for (const entry of matchCommands([...groupOf.keys()], text)) {
    const group = groupOf.get(entry)
    if (group) found.set(group, [...(found.get(group) ?? []), entry])
  }
  return [...found].map(([{ heading }, entries]) => ({ heading, entries }))
}
