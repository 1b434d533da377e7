/**
 * The fixed types of a status, in the order a person moves through them. Reports count by type, never by
 * a status's name. `color` is what a status of the type starts with; its shape on screen never changes.
 */
export const statusTypes = {
  lead: { label: /*i18n*/ 'Lead', color: '#6B7280', explanation: 'New, not contacted yet' },
  contacted: {
    label: /*i18n*/ 'Contacted',
    color: '#2563EB',
    explanation: 'Contact attempted or made',
  },
  qualified: { label: /*i18n*/ 'Qualified', color: '#6B21A8', explanation: 'Fits the position' },
  submitted: {
    label: /*i18n*/ 'Submitted',
    color: '#B45309',
    explanation: 'Sent to the company, awaiting feedback',
  },
  interview: {
    label: /*i18n*/ 'Interview',
    color: '#0891B2',
    explanation: 'Interviewing with the company',
  },
  offer: { label: /*i18n*/ 'Offer', color: '#9A3412', explanation: 'Offer made' },
  hired: { label: /*i18n*/ 'Hired', color: '#0F8A5F', explanation: 'Hired for the position' },
  closed: {
    label: /*i18n*/ 'Closed',
    color: '#868E99',
    explanation: 'Ended without a hire',
  },
} as const

export type StatusType = keyof typeof statusTypes

export const statusTypeKeys = Object.keys(statusTypes) as [StatusType, ...StatusType[]]

/** The types a person passes on the way to a hire; `closed` is an ending, not a step. */
export const funnelTypes = statusTypeKeys.filter((type) => type !== 'closed')

/** How far along a type is: 0 for lead to 6 for hired; closed is 7 but never counts as further than hired. */
export function statusTypeRank(type: StatusType): number {
  return statusTypeKeys.indexOf(type)
}
