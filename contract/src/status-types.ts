/**
 * The fixed types of a status, in the order a person moves through them. Reports count by type, never by
 * a status's name. `color` is what a status of the type starts with; its shape on screen never changes.
 */
export const statusTypes = {
  lead: { label: 'Lead', color: '#6B7280', explanation: 'New, nobody has reached them yet' },
  contacted: { label: 'Contacted', color: '#2563EB', explanation: 'Someone tried or managed to reach them' },
  qualified: { label: 'Qualified', color: '#7C3AED', explanation: 'Fits the position' },
  submitted: {
    label: 'Submitted',
    color: '#B45309',
    explanation: 'Sent to the company, waiting for its word',
  },
  interview: { label: 'Interview', color: '#0891B2', explanation: 'The company is interviewing them' },
  offer: { label: 'Offer', color: '#C2410C', explanation: 'An offer was made' },
  hired: { label: 'Hired', color: '#15803D', explanation: 'Took the job' },
  closed: { label: 'Closed', color: '#9CA3AF', explanation: 'Ended without a hire, with a disposition' },
} as const

export type StatusType = keyof typeof statusTypes

export const statusTypeKeys = Object.keys(statusTypes) as [StatusType, ...StatusType[]]

/** The types a person passes on the way to a hire; `closed` is an ending, not a step. */
export const funnelTypes = statusTypeKeys.filter((type) => type !== 'closed')

/** How far along a type is: 0 for lead to 6 for hired; closed is 7 but never counts as further than hired. */
export function statusTypeRank(type: StatusType): number {
  return statusTypeKeys.indexOf(type)
}
