import { type StatusType, statusTypeRank, statusTypes } from '@muster/contract/status-types.ts'
import classes from './status.module.css'

interface StatusIconProps {
  type: StatusType
  /** The status's own colour; defaults to its type's. */
  color?: string
  size?: number
}

function Shape({ type }: { type: StatusType }) {
  if (type === 'hired') {
    return (
      <>
        <circle cx="7" cy="7" r="6.5" fill="currentColor" />
        <path d="m4.3 7.2 1.9 1.9 3.6-3.8" fill="none" stroke="var(--panel)" strokeWidth="1.5" />
      </>
    )
  }
  if (type === 'closed') {
    return (
      <>
        <circle cx="7" cy="7" r="6.5" fill="currentColor" />
        <path d="m4.8 4.8 4.4 4.4m0-4.4L4.8 9.2" fill="none" stroke="var(--panel)" strokeWidth="1.5" />
      </>
    )
  }
  if (type === 'lead') {
    return (
      <circle
        cx="7"
        cy="7"
        r="5.75"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="2 1.612"
      />
    )
  }
  // A ring that fills in sixths: one for contacted, five for offer. The pie is a thick stroke around a small
  // circle.
  const around = 2 * Math.PI * 1.9
  return (
    <>
      <circle cx="7" cy="7" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle
        cx="7"
        cy="7"
        r="1.9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.8"
        strokeDasharray={`${(around * statusTypeRank(type)) / 6} ${around}`}
        transform="rotate(-90 7 7)"
      />
    </>
  )
}

/** A status's type as an icon in the status's colour. The name beside it has the same information. */
export function StatusIcon({ type, color = statusTypes[type].color, size = 14 }: StatusIconProps) {
  return (
    <svg
      className={classes.icon}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      style={{ '--status-color': color } as React.CSSProperties}
      aria-hidden="true"
    >
      <Shape type={type} />
    </svg>
  )
}
