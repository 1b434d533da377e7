import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconLock, IconMapOff } from '@tabler/icons-react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter, useRouterState } from '@tanstack/react-router'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { LinkButton } from '../ui/link.tsx'
import { FiltersSkeleton, PageSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { Page } from './page.tsx'

function useStaticData() {
  return useRouterState({ select: (state) => state.matches.at(-1)?.staticData ?? {} })
}

/** Shown while a screen's code and initial data load. */
export function RoutePending() {
  const { title, skeleton = 'table' } = useStaticData()
  return (
    <Page
      title={title ? t(title) : ''}
      toolbar={skeleton === 'dashboard' ? <FiltersSkeleton /> : undefined}
      standIn
    >
      <PageSkeleton shape={skeleton} />
    </Page>
  )
}

/** Explains why something could not be opened, and offers the next step. */
export function RouteFailure({ error }: { error: unknown }) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const code = error instanceof ApiError ? error.code : undefined
  const back = (
    <LinkButton to="/" variant="default">
      <Trans>Go to dashboard</Trans>
    </LinkButton>
  )
  if (code === 'NOT_FOUND') {
    return (
      <EmptyState
        icon={IconMapOff}
        title={t`Not found`}
        text={t`The record may have been deleted, or the link is wrong.`}
        action={back}
      />
    )
  }
  if (code === 'FORBIDDEN') {
    return (
      <EmptyState
        icon={IconLock}
        title={t`You don't have access to this page`}
        text={errorMessage(error)}
        action={back}
      />
    )
  }
  return (
    <ErrorState
      text={errorMessage(error)}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

/** Shown for a screen that failed to load. */
export function RouteError({ error }: ErrorComponentProps) {
  const { title = msg`Something went wrong` } = useStaticData()
  return (
    <Page title={t(title)} standIn>
      <RouteFailure error={error} />
    </Page>
  )
}
