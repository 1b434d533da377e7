import type { MessageDescriptor } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '../texts/load-texts.ts'
import type { SkeletonShape } from '../ui/skeletons.tsx'
import { AppLayout } from './app-layout.tsx'
import { keepToClientScreens } from './client-screens.ts'

export interface RouterContext {
  queryClient: QueryClient
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's title while it loads or when it failed. */
    title?: MessageDescriptor
    /** The shape of the loading skeleton. */
    skeleton?: SkeletonShape
  }
}

/** Their texts are in a separate part of the catalogue. */
const setupScreens =
  /^\/(admin|agents|call-queues|companies|imports|pipelines|plans|positions|settings|voice-campaigns)(\/|$)/

const reportScreens = /^\/(analytics|explore|report-dashboards)(\/|$)/

/** The parent of every screen, which renders the layout. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // The dashboard's texts are part of the first load; other screens wait for theirs once.
  beforeLoad: async ({ location: { pathname }, matches, preload }) => {
    // The root alone matches what is no screen.
    if (matches.length > 1) keepToClientScreens(pathname, preload)
    const texts = Promise.all([
      loadTexts('screens'),
      setupScreens.test(pathname) && loadTexts('setup'),
      reportScreens.test(pathname) && loadTexts('reports'),
    ])
    if (pathname !== '/dashboard') await texts
  },
  component: AppLayout,
  notFoundComponent: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
})
