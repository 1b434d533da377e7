import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { isStaff } from '@muster/contract/client-access.ts'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import { useCurrentUser } from '../session/session.ts'
import { type SettingsGroup, settingsGroups } from './settings-groups.ts'

const groupTitles: Record<SettingsGroup, MessageDescriptor> = {
  you: msg`My account`,
  workspace: msg`Workspace`,
  people: msg`Users and access`,
  integrations: msg`Integrations`,
  privacy: msg`Privacy`,
}

export interface SectionLink {
  to: NonNullable<LinkProps['to']>
  title: string
}

/** Returns the sections that the user may open, by group; `routes.ts` defines them. */
export function useSettingsSections(): { group: SettingsGroup; title: string; links: SectionLink[] }[] {
  const { routesById } = useRouter()
  const { permissions, role } = useCurrentUser()
  const sections = Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { title, settings } = options.staticData ?? {}
    if (!title || !settings || (settings.needs && !permissions.includes(settings.needs))) return []
    if (settings.group !== 'you' && !isStaff(role)) return []
    return { group: settings.group, to: fullPath as SectionLink['to'], title: t(title) }
  })
  return settingsGroups
    .map((group) => ({
      group,
      title: t(groupTitles[group]),
      links: sections.filter((section) => section.group === group),
    }))
    .filter(({ links }) => links.length > 0)
}
