import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createCallingHours, deleteCallingHours, listCallingHours } from '@muster/contract/calling-hours.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { IconButton } from '../layout/icon-button.tsx'
import { usePermission } from '../session/session.ts'
import { AddLink } from '../ui/add-link.tsx'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './calling-hours.module.css'
import { type CallingHours, callingHoursText } from './calling-hours-text.ts'
import { countryName } from './country-name.ts'

const CallingHoursDialog = lazy(() =>
  import('./calling-hours-dialog.tsx').then((module) => ({ default: module.CallingHoursDialog })),
)

const route = getRouteApi('/settings/calling-hours')

async function restore({ id: _, placeName, ...body }: CallingHours) {
  try {
    await call(createCallingHours, { body })
    toast(t`Restored the hours of ${placeName}`)
  } catch (error) {
    toastError(error, t`Not restored`)
  }
  await invalidate(listCallingHours)
}

async function remove(hours: CallingHours) {
  const { id, placeName } = hours
  try {
    await call(deleteCallingHours, { params: { id } })
    toast(t`Removed the hours of ${placeName}`, () => void restore(hours))
  } catch (error) {
    toastError(error, t`Not removed`)
  }
  await invalidate(listCallingHours)
}

function Row({ hours, onEdit }: { hours: CallingHours; onEdit: (() => void) | undefined }) {
  const { country, state, placeName } = hours
  return (
    <li className={classes.row}>
      <span className={classes.place}>
        <span className={classes.name}>{placeName}</span>
        {state !== null && <span className={classes.caption}>{countryName(country)}</span>}
      </span>
      <span className={classes.hours}>{callingHoursText(hours)}</span>
      {onEdit && (
        <span className={classes.actions}>
          <IconButton icon={IconPencil} label={t`Edit the hours of ${placeName}`} onClick={onEdit} />
          <IconButton
            icon={IconTrash}
            label={t`Remove the hours of ${placeName}`}
            onClick={() => void remove(hours)}
          />
        </span>
      )}
    </li>
  )
}

/** The states and countries whose people are called at fewer hours. */
export function CallingHoursSection() {
  const { add, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const mayManage = usePermission('workspace:manage')
  const { data, error, refetch } = useQuery(endpointQuery(listCallingHours))
  const show = (search: { add?: true; edit?: string }) => void navigate({ search, replace: true })
  const edited = data?.items.find(({ id }) => id === edit)
  return (
    <Section
      title={t`Stricter calling hours`}
      text={t`Nobody is called before 8:00 AM or after 9:00 PM on their own clock. States and countries in this list allow fewer hours, and all call queues and voice campaigns obey them. The states listed at first are widely known to be stricter. This is no legal advice: have the list checked before you rely on it.`}
      action={
        mayManage && (
          <AddLink to="/settings/calling-hours" search={{ add: true }}>
            <Trans>Add hours</Trans>
          </AddLink>
        )
      }
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton rows={8} />
      ) : data.items.length === 0 ? (
        <p className={classes.empty}>
          <Trans>No stricter hours. People are called at the hours of their queue.</Trans>
        </p>
      ) : (
        <ul className={classes.list}>
          {data.items.map((hours) => (
            <Row
              key={hours.id}
              hours={hours}
              onEdit={mayManage ? () => show({ edit: hours.id }) : undefined}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {mayManage && (add || edited) && (
          <CallingHoursDialog key={edit ?? 'new'} hours={edited} onClose={() => show({})} />
        )}
      </Suspense>
    </Section>
  )
}
