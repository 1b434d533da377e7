import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '@muster/contract/permissions.ts'
import { createRoute, type ErrorComponentProps, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { RouteFailure } from '../layout/route-states.tsx'
import { requires } from '../session/requires.ts'
import { PageSkeleton, type SkeletonShape } from '../ui/skeletons.tsx'
import type { SettingsGroup } from './settings-groups.ts'

/** How a section stands among the others. */
interface SettingsSection {
  group: SettingsGroup
  /** Who lacks it is not offered the section, and is told why at its address. */
  needs?: Permission
  /** It is a table that scrolls by itself over the whole width. */
  fill?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    settings?: SettingsSection
  }
}

/** What all sections share: the bar, and the navigation between them. */
export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: msg`Settings`, skeleton: 'form' },
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

interface SectionOptions extends SettingsSection {
  title: MessageDescriptor
  skeleton?: SkeletonShape
}

/** For `createRoute`: a section with its place in the navigation. What fails in it leaves the others within reach. */
export function inSettings({ title, skeleton = 'form', ...settings }: SectionOptions) {
  return {
    getParentRoute: () => settingsRoute,
    staticData: { title, skeleton, settings },
    beforeLoad: settings.needs ? requires(settings.needs) : undefined,
    pendingComponent: () => <PageSkeleton shape={skeleton} />,
    errorComponent: ({ error }: ErrorComponentProps) => <RouteFailure error={error} />,
  }
}
