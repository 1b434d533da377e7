import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '@muster/contract/permissions.ts'
import { createRoute, type ErrorComponentProps, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { RouteFailure } from '../layout/route-states.tsx'
import type { SettingsGroup } from '../layout/settings-groups.ts'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { PageSkeleton, type SkeletonShape } from '../ui/skeletons.tsx'

/** How a section appears in the navigation. */
interface SettingsSection {
  group: SettingsGroup
  /** Without this permission the section is hidden, and its address explains why. */
  needs?: Permission
  /** The section is a table that scrolls itself and takes the full width. */
  fill?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    settings?: SettingsSection
  }
}

/** The layout of all sections: top bar and navigation. */
export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: msg`Settings`, skeleton: 'form' },
  component: lazyRouteComponent(() => withTexts('settings', import('./settings-page.tsx')), 'SettingsPage'),
})

interface SectionOptions extends SettingsSection {
  title: MessageDescriptor
  skeleton?: SkeletonShape
}

/** Returns the options of a section for `createRoute`. An error in a section leaves the navigation usable. */
export function inSettings({ title, skeleton = 'form', ...settings }: SectionOptions) {
  return {
    getParentRoute: () => settingsRoute,
    staticData: { title, skeleton, settings },
    beforeLoad: settings.needs ? requires(settings.needs) : undefined,
    pendingComponent: () => <PageSkeleton shape={skeleton} />,
    errorComponent: ({ error }: ErrorComponentProps) => <RouteFailure error={error} />,
  }
}
