import type { MessageDescriptor } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '../texts/load-texts.ts'
import type { SkeletonShape } from '../ui/skeletons.tsx'
import { AppLayout } from './app-layout.tsx'

export interface RouterContext {
  queryClient: QueryClient
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's title while it loads, and when it cannot be shown. */
    title?: MessageDescriptor
    /** The shape of what comes, while it loads. */
    skeleton?: SkeletonShape
  }
}

/** Their words are a part of the catalogue of their own. */
const setupScreens = /^\/(admin|imports|pipelines|plans|settings)(\/|$)/

/** The parent of every screen: all of them sit in the one layout. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // The dashboard has its texts with the first load; all other screens wait for theirs, once.
  beforeLoad: async ({ location: { pathname } }) => {
    const texts = Promise.all([loadTexts('screens'), setupScreens.test(pathname) && loadTexts('setup')])
    if (pathname !== '/dashboard') await texts
  },
  component: AppLayout,
  notFoundComponent: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
})
