import { plural, t } from '@lingui/core/macro'
import { useMediaQuery } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, getRouteApi, useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { RouteFailure } from '../layout/route-states.tsx'
import { PersonPane } from './person-pane.tsx'
import { ReviewList } from './review-list.tsx'
import { awaitingQuery } from './review-queries.ts'
import classes from './reviews.module.css'
import { UndoBar } from './undo-bar.tsx'
import { UpToDate } from './up-to-date.tsx'
import { useDecisions } from './use-decisions.ts'

const route = getRouteApi('/reviews')

/** The home of a client's reviewers: one submitted person after another, and a decision on each. */
export function ReviewsPage() {
  const { person } = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useSuspenseQuery(awaitingQuery)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const show = (id: string | undefined) => void navigate({ search: { person: id }, replace: true })
  const isWriting = useRef(false)
  const decisions = useDecisions(show, isWriting)
  const { items } = data
  const [first, setFirst] = useState<string>()
  const id = person ?? (items.some((item) => item.id === first) ? first : items[0]?.id)
  // The first person stays when somebody else is submitted.
  const landed = person ? undefined : id
  if (landed !== first) setFirst(landed)
  const index = items.findIndex((item) => item.id === id)
  const count = data.total.value
  const title =
    count === 0
      ? t`You are up to date`
      : plural(count, { one: '# person awaits your decision', other: '# people await your decision' })
  return (
    <div className={classes.screen} data-empty={id === undefined || undefined}>
      <title>{`${title} · Muster`}</title>
      {id === undefined ? (
        <UpToDate title={title} />
      ) : (
        <>
          {!isPhone && <ReviewList title={title} items={items} shownId={id} />}
          <PersonPane
            key={id}
            id={id}
            listed={items[index]}
            isPhone={isPhone}
            title={title}
            place={{
              index,
              count,
              previousId: items[index - 1]?.id,
              nextId: index < 0 ? items[0]?.id : items[index + 1]?.id,
            }}
            refused={decisions.refused[id]}
            isWriting={isWriting}
            onShow={show}
            onDecide={(review, decision) =>
              decisions.decide(review, decision, (items[index + 1] ?? items[index - 1])?.id)
            }
            onUndo={decisions.undo}
          />
        </>
      )}
      <UndoBar decided={decisions.last} onUndo={decisions.undo} />
    </div>
  )
}

/** Shown to a client's reviewer for a screen that failed to load: its title as usual, the reason, and another try. */
export function ReviewsFailure({ error }: ErrorComponentProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const title = path.endsWith('/positions')
    ? t`Positions`
    : path.endsWith('/decided')
      ? t`Decided`
      : t`To decide`
  return (
    <div className={classes.page}>
      <title>{`${title} · Muster`}</title>
      <h1 className={classes.pageTitle}>{title}</h1>
      <RouteFailure error={error} />
    </div>
  )
}
