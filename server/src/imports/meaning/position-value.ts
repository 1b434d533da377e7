/** What a row says of its position: its name and, where a column names it, the client company. */
export interface PositionValue {
  /** How the two are chosen for together: `Driver · Halden Freight`, or the name alone. */
  value: string
  name: string
  company: string | null
}

export function positionValue(name: string, company: string | null): PositionValue {
  return { value: company === null ? name : `${name} · ${company}`, name, company }
}

/** Reads a listed value, whose parts are given only where it has a company. */
export function partsOf(listed: {
  value: string
  name?: string | undefined
  company?: string | undefined
}): PositionValue {
  const { value, name = value, company = null } = listed
  return { value, name, company }
}
