import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import type { ApplicationDetails } from '../application-query.ts'
import classes from './record.module.css'

/** The visited statuses as a table, for print; on screen the stage bar shows them on hover. */
export function StageHistory({ application }: { application: ApplicationDetails }) {
  return (
    <table className={classes.history} aria-label={t`Stage history`}>
      <thead>
        <tr>
          <th>
            <Trans>Status</Trans>
          </th>
          <th>
            <Trans>Entered</Trans>
          </th>
          <th>
            <Trans>Moved by</Trans>
          </th>
          <th>
            <Trans>Time in status</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {application.timeInStatus.map(({ statusId, name, enteredAt, enteredBy, seconds }) => (
          <tr key={statusId ?? name}>
            <td>{name}</td>
            <td>{formatDateTime(enteredAt)}</td>
            <td>{enteredBy}</td>
            <td>{formatDuration(seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
