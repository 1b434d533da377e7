/** How long the texts of a candidate may be, in characters. */
export const candidateLengths = {
  name: 200,
  email: 254,
  phone: 60,
  profileUrl: 500,
  externalId: 200,
  location: 300,
  currentCompany: 200,
  currentTitle: 200,
  notes: 5000,
} as const

/** How long the texts of an application may be, in characters. */
export const applicationLengths = { source: 120, externalId: 200, comment: 10_000 } as const
