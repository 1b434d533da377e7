import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { previewFieldType } from '@muster/contract/field-changes.ts'
import { formatNumber } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import type { FieldSubject } from '../custom-field.ts'
import classes from './field-changes.module.css'

type UnfitRow = ResponseOf<typeof previewFieldType>['unfit'][number]

/** The pages of rows; calls have none. */
const pages = {
  candidate: '/candidates/$id',
  application: '/applications/$id',
  position: '/positions/$id',
  company: '/companies/$id',
} as const

interface UnfitRowsProps {
  subject: FieldSubject
  rows: readonly UnfitRow[]
  /** How many there are, of which `rows` are the first. */
  total: number
}

/** Rows whose value does not fit a new type, with why. Nothing if there are none. */
export function UnfitRows({ subject, rows, total }: UnfitRowsProps) {
  if (rows.length === 0) return null
  const hasReasons = rows.some(({ reason }) => reason !== null)
  const rest = total - rows.length
  return (
    <div className={classes.scroller}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Record</Trans>
            </th>
            <th scope="col">
              <Trans>Value</Trans>
            </th>
            {hasReasons && (
              <th scope="col">
                <Trans>Why it does not fit</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rowId, name, value, reason }) => (
            <tr key={rowId}>
              <td>
                {subject === 'call' || name === '' ? (
                  name || t`Deleted`
                ) : (
                  <TextLink to={pages[subject]} params={{ id: rowId }} target="_blank">
                    {name}
                  </TextLink>
                )}
              </td>
              <td>{value}</td>
              {hasReasons && <td>{reason}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={classes.note}>{t`And ${formatNumber(rest)} more`}</p>}
    </div>
  )
}
