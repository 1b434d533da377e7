import { Trans } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import type { ApplicationDetails } from '../application-query.ts'
import classes from './record.module.css'

interface MissingFieldsProps {
  application: ApplicationDetails
  /** Opens a field to be filled in. */
  onFill: (fact: string) => void
}

/** The custom fields that the status requires and that are empty: a move that nobody made by hand is not held up. */
export function MissingFields({ application, onFill }: MissingFieldsProps) {
  const { missingFields, status } = application
  const { name } = status
  if (missingFields.length === 0) return null
  return (
    <p className={classes.missing} role="status">
      <span>
        <Trans>Required in {name}, but empty:</Trans>
      </span>
      {missingFields.map(({ subject, key, label }) => (
        <UnstyledButton
          key={`${subject}.${key}`}
          className={classes.fill}
          onClick={() => onFill(`${subject}.${key}`)}
        >
          {label}
        </UnstyledButton>
      ))}
    </p>
  )
}
