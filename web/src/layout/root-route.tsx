import type { MessageDescriptor } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../texts/load-texts.ts'
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

/** The parent of every screen, which renders the layout. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location: { pathname }, matches, preload }) => {
    // The root alone matches what is no screen.
    if (matches.length > 1) keepToClientScreens(pathname, preload)
  },
  component: AppLayout,
  notFoundComponent: lazyRouteComponent(
    () => withTexts('layout', import('./not-found-page.tsx')),
    'NotFoundPage',
  ),
})
