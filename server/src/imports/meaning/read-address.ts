/** An address in parts, and as the one line that is kept. */
export type Address = {
  street: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  country: string | null
}

const postalCode =
  /(?:[A-Z]{1,2}-)?\d{4,6}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d/
const codeThenCity = new RegExp(`^(${postalCode.source})\\s+(\\D+)$`, 'u')
const cityThenCode = new RegExp(`^(\\D+?)\\s+(${postalCode.source})$`, 'u')
const codeAlone = new RegExp(`^(?:${postalCode.source})$`, 'u')

/**
 * Takes "Boulevard Saint-Michel 5, 13503 Paris" and "100 Summer Street, Boston, MA 02110, USA" apart. What no
 * pattern explains stays in the street; nothing is lost.
 */
export function splitAddress(text: string): Address {
  const address: Address = { street: null, city: null, region: null, postalCode: null, country: null }
  const parts = text
    .split(/\s*[,;\n]\s*/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
  const at = parts.findLastIndex(
    (part) => codeThenCity.test(part) || cityThenCode.test(part) || codeAlone.test(part),
  )
  const anchor = parts[at]
  if (anchor === undefined || at === 0) return { ...address, ...withoutCode(parts) }

  const before = parts.slice(0, at)
  const after = parts.slice(at + 1)
  const european = codeThenCity.exec(anchor)
  const american = cityThenCode.exec(anchor)
  if (european) Object.assign(address, { postalCode: european[1], city: european[2] })
  else if (american && before.length > 1)
    Object.assign(address, { region: american[1], postalCode: american[2], city: before.pop() })
  else if (american) Object.assign(address, { city: american[1], postalCode: american[2] })
  else Object.assign(address, { postalCode: anchor, city: before.length > 1 ? before.pop() : null })
  address.street = before.join(', ') || null
  address.country = after.pop() ?? null
  address.region = after.join(', ') || address.region
  return address
}

function withoutCode(parts: string[]): Partial<Address> {
  const [first = '', ...others] = parts
  if (parts.length === 1) return /\d/.test(first) ? { street: first } : { city: first }
  if (/\d/.test(first)) return { street: parts.join(', ') }
  // "Boston, MA" is in Massachusetts rather than in Morocco.
  if (others.length === 1 && american.has(others[0]!)) return { city: first, region: others[0]! }
  return { city: first, country: others.pop() ?? null, region: others.join(', ') || null }
}

/** States and provinces, many of which are called like a country for short. */
const american = new Set(
  'AL,AK,AZ,AR,CA,CO,CT,DE,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,DC,ON,QC,BC,AB,MB,SK,NS,NB'.split(
    ',',
  ),
)

/** One line of the parts there are, in the order in which they are spoken. */
export function joinAddress({ street, city, region, postalCode: code, country }: Address): string | null {
  const place = [region, code].filter(Boolean).join(' ')
  return [street, city, place, country].filter(Boolean).join(', ') || null
}
