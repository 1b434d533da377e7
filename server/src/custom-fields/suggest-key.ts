import { fieldLimits } from '@muster/contract/field-subjects.ts'

/** Returns whether a key is a property of every object: looking it up in values would find that. */
export function isReservedKey(key: string): boolean {
  return key in {}
}

/** Returns `driversLicense` for "Driver's license", with a number if that is taken. */
export function suggestKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replace(/['’]|\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const joined = words.map((word, index) => (index ? word[0]!.toUpperCase() + word.slice(1) : word)).join('')
  const base = (/^[a-z]/.test(joined) ? joined : `field${joined}`).slice(0, fieldLimits.key - 4)
  const isFree = (key: string) => !taken.has(key) && !isReservedKey(key)
  if (isFree(base)) return base
  let number = 2
  while (!isFree(`${base}${number}`)) number++
  return `${base}${number}`
}
