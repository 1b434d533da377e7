import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useMantineColorScheme } from '@mantine/core'
import { languageKeys, languages } from '@muster/contract/languages.ts'
import { measureKeys, measures } from '@muster/contract/measures.ts'
import { listSavedViews } from '@muster/contract/saved-views.ts'
import {
  IconAddressBook,
  IconBookmark,
  IconBriefcase,
  IconBuilding,
  IconChartDots3,
  IconDeviceDesktop,
  IconDeviceDesktopAnalytics,
  IconFileImport,
  IconHeadset,
  IconLanguage,
  IconLayoutKanban,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconTableRow,
  IconTarget,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { changeLanguage } from '../session/change-language.ts'
import { signOut, useCurrentUser } from '../session/session.ts'
import { chosenLanguage } from '../texts/language.ts'
import { setDensity, useDensity } from '../theme/density.ts'
import { toastError } from '../ui/toast.tsx'
import { useBoardId } from './board-id.ts'
import type { Entry } from './command-entry.tsx'
import { mainItems, type NavItem, setupItems } from './nav-items.ts'
import { useSettingsSections } from './use-settings-sections.ts'

/** A screen with its address, which may name a part of it. */
type Screen = NavItem & { search?: Record<string, string> }

/** Screens that other screens link to; the navigation leaves them out. */
const moreScreens: Screen[] = [
  {
    to: '/analytics',
    search: { view: 'goals' },
    label: msg`Goals and forecast`,
    icon: IconTarget,
    permission: 'reports:read',
  },
  {
    to: '/call-queues/wallboard',
    label: msg`Wallboard`,
    icon: IconDeviceDesktopAnalytics,
    permission: 'call-queues:manage',
  },
]

/** Returns the sections of the settings that the user may open. */
export function useSettings(): Entry[] {
  const navigate = useNavigate()
  return useSettingsSections().flatMap(({ title: group, links }) =>
    links.map(({ to, title }) => ({
      key: `go ${to}`,
      label: title,
      ...(group === title ? {} : { description: group }),
      keywords: t`settings`,
      byWords: true,
      icon: IconSettings,
      href: to,
      run: () => void navigate({ to }),
    })),
  )
}

/** Returns the screens that the user may open. */
export function useScreens(): Entry[] {
  const navigate = useNavigate()
  const { permissions } = useCurrentUser()
  const boardId = useBoardId()
  const screens: Screen[] = [...mainItems, ...moreScreens, ...setupItems]
  const entries = screens
    .filter(({ permission }) => !permission || permissions.includes(permission))
    .map(({ to, search, label, icon }): Entry => {
      const href = search ? `${to}?${new URLSearchParams(search)}` : to
      return {
        key: `go ${href}`,
        label: t(label),
        keywords: t`go to open screen`,
        icon,
        href,
        run: () => void navigate({ to, search: search as LinkProps['search'] }),
      }
    })
  if (boardId) {
    entries.splice(2, 0, {
      key: 'go /board',
      label: t`Boards`,
      keywords: t`go to open screen`,
      icon: IconLayoutKanban,
      href: `/board/${boardId}`,
      run: () => void navigate({ to: '/board/$id', params: { id: boardId } }),
    })
  }
  return entries
}

/** Returns the measures of Explore, which opens with the chosen one. */
export function useMeasures(): Entry[] {
  const navigate = useNavigate()
  const { permissions } = useCurrentUser()
  if (!permissions.includes('reports:read')) return []
  return measureKeys.map((measure) => ({
    key: `measure ${measure}`,
    label: t`Explore: ${i18n._(measures[measure].label)}`,
    byWords: true,
    icon: IconChartDots3,
    href: `/explore?measure=${measure}`,
    run: () => void navigate({ to: '/explore', search: { measure } as LinkProps['search'] }),
  }))
}

/** Returns the saved views of applications. */
export function useSavedViews(): Entry[] {
  const navigate = useNavigate()
  const { permissions } = useCurrentUser()
  const { data } = useQuery({
    ...endpointQuery(listSavedViews, { query: { screen: 'applications' } }),
    enabled: permissions.includes('applications:read'),
  })
  return (data?.items ?? []).map(({ id, name, query }) => ({
    key: `view ${id}`,
    label: name,
    icon: IconBookmark,
    run: () => void navigate({ to: '/applications', search: { ...query, view: id } as LinkProps['search'] }),
  }))
}

/** Returns the commands that create something. */
export function useCreations(): Entry[] {
  const navigate = useNavigate()
  const { permissions } = useCurrentUser()
  const found = t`new create add`
  const creations: ((Omit<Entry, 'key' | 'keywords'> & { more?: string }) | false)[] = [
    permissions.includes('applications:write') && {
      label: t`Add application`,
      icon: IconUserPlus,
      href: '/applications/create',
      run: () => void navigate({ to: '/applications/create' }),
    },
    permissions.includes('positions:write') && {
      label: t`Create position`,
      icon: IconBriefcase,
      href: '/positions/create',
      run: () => void navigate({ to: '/positions/create' }),
    },
    permissions.includes('candidates:write') && {
      label: t`Add candidate`,
      icon: IconAddressBook,
      href: '/candidates?add=true',
      run: () => void navigate({ to: '/candidates', search: { add: true } }),
    },
    permissions.includes('companies:write') && {
      label: t`Add company`,
      icon: IconBuilding,
      href: '/companies?add=true',
      run: () => void navigate({ to: '/companies', search: { add: true } }),
    },
    permissions.includes('users:manage') && {
      label: t`Add user`,
      more: t`invite colleague`,
      icon: IconUser,
      href: '/settings/users?add=true',
      run: () => void navigate({ to: '/settings/users', search: { add: true } }),
    },
    permissions.includes('agents:write') && {
      label: t`Add agent`,
      icon: IconHeadset,
      href: '/agents?add=true',
      run: () => void navigate({ to: '/agents', search: { add: true } }),
    },
    permissions.includes('goals:manage') &&
      permissions.includes('reports:read') && {
        label: t`Add goal`,
        icon: IconTarget,
        href: '/analytics?view=goals&add=true',
        run: () => void navigate({ to: '/analytics', search: { view: 'goals', add: true } }),
      },
    permissions.includes('applications:import') && {
      label: t`Import applications`,
      icon: IconFileImport,
      href: '/imports/new',
      run: () => void navigate({ to: '/imports/new' }),
    },
  ]
  return creations
    .filter((creation) => creation !== false)
    .map(({ more = '', ...creation }) => ({
      ...creation,
      key: `create ${creation.href}`,
      keywords: `${found} ${more}`,
    }))
}

/** Returns the commands for appearance and sign-out. */
export function usePreferences(): Entry[] {
  // Disabling transitions would inject a style element.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const density = useDensity()
  const looks = t`appearance look theme`
  const preferences: (Entry | false)[] = [
    colorScheme !== 'light' && {
      key: 'theme light',
      label: t`Light theme`,
      keywords: looks,
      icon: IconSun,
      run: () => setColorScheme('light'),
    },
    colorScheme !== 'dark' && {
      key: 'theme dark',
      label: t`Dark theme`,
      keywords: looks,
      icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    colorScheme !== 'auto' && {
      key: 'theme auto',
      label: t`System theme`,
      keywords: looks,
      icon: IconDeviceDesktop,
      run: () => setColorScheme('auto'),
    },
    {
      key: 'density',
      label: density === 'compact' ? t`Comfortable rows` : t`Compact rows`,
      keywords: t`density height`,
      icon: IconTableRow,
      run: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
    },
    ...languageKeys
      .filter((language) => language !== chosenLanguage())
      .map((language) => ({
        key: `language ${language}`,
        label: languages[language],
        keywords: t`language`,
        icon: IconLanguage,
        run: () => void changeLanguage(language).catch((error) => toastError(error, t`Language not changed`)),
      })),
    { key: 'sign out', label: t`Sign out`, keywords: t`leave`, icon: IconLogout, run: () => void signOut() },
  ]
  return preferences.filter((entry) => entry !== false)
}
